// The columns of the moves table: what stands in them, and what they mean.
import { html } from '/lib/preact.js';
import { prefs } from '/lib/prefs.js';
import { link } from '/lib/router.js';
import { score, number, percent, count, exact, minus, wdl } from '/lib/format.js';
import { Live } from '/lib/calm.js';
import { Quality, STATES, QUALITY, numbered, move } from '/lib/words.js';

const SHORT = {
  searched: 'analysed',
  open: 'analysed',
  new: 'new',
  asked: 'running',
  ended: 'over',
  decided: 'decided',
  parked: 'failed',
  excluded: 'excluded',
};

const stateWord = (state) => SHORT[state] ?? state;

/** @param {{ row: MoveRow, study: Study }} props */
function MoveCell({ row, study }) {
  return html`<span class="move-cell">
    <span class="move-q"><${Quality} of=${row.class} /></span>
    <a class="move-name" tabindex="-1" href=${link.analyse(study.id, row.node)}>${numbered(row)}</a>
    <span class="move-marks">
      ${row.disagree && html`<b title="Engine and tree disagree: look here first">≠</b>`}
      ${
        row.transposes && html`<span title="Another move order leads to the same position">↺</span>`
      }
      ${row.by_user && html`<span title="Entered by you">✎</span>`}
      ${row.watched && html`<span title="Watched">◉</span>`}
      ${row.note && html`<span title=${row.note}>❞</span>`}
    </span>
  </span>`;
}

/**
 * A state as it is now: what is asked only runs while the project does.
 * @param {Project | null} project
 */
export const stateNow = (state, project) =>
  state === 'asked' && project?.state !== 'running' ? 'queued' : state;

/** @param {{ row: MoveRow, study: Study }} props */
function StateCell({ row, study }) {
  const state = stateNow(row.state, study.project);
  const { glyph, word } = STATES[state] ?? { glyph: '?', word: state };
  return html`<span class=${`state state--${state}`} title=${word}>
    <span aria-hidden="true">${glyph}</span>
    <span class="state-word">${stateWord(state)}</span>
  </span>`;
}

const lost = (part) => (part < 0.0005 ? '0.0' : minus(`-${(part * 100).toFixed(1)}`));
/** @param {MoveRow} row */
const delta = (row) => (row.best || row.win_loss === null ? '–' : lost(row.win_loss));
const plies = (n) => (n === null ? '–' : n.toFixed(2));

/**
 * What spares a move a part of its cost, for a tooltip.
 * @param {MoveRow} row
 */
const whyCheap = (row) =>
  `Cheaper: ${row.spared.map(({ weight, part }) => `${weight} ${percent(part, 0)}`).join(', ')}`;

/**
 * Where a value comes from, for a tooltip.
 * @param {MoveRow} row
 */
function basis(row) {
  if (row.basis === 'bound')
    return 'Bounded by a longer search of this position, until the move itself is searched as long.';
  if (row.basis === 'search') return "From the engine's own search of this position.";
  return row.own_search
    ? "The engine's own search of the position after the move."
    : 'Backed up from the moves behind it.';
}

/**
 * The columns: title, the term that explains it, and its cell. `key` sorts.
 * @type {Record<string, {
 *   title: string, about?: string, term?: string, num?: boolean,
 *   key?: (row: MoveRow) => number | null,
 *   cell: (of: { row: MoveRow, turn: Turn, moves: Moves, study: Study }) => any,
 * }>}
 */
export const COLUMNS = {
  move: {
    title: 'Move',
    about: 'The move, with its class: ★ best, ?! inaccuracy, ? mistake, ?? blunder.',
    cell: MoveCell,
  },
  eval: {
    title: 'Eval',
    term: 'eval',
    num: true,
    key: (row) => row.value?.number ?? null,
    cell: ({ row, turn }) =>
      html`<${Live} value=${number(row.value, turn)} least=${2}>
        <b class=${row.own_search ? 'own-search' : ''} title=${basis(row)}>
          ${row.value ? score(row.value, turn) : '??'}
        </b>
      <//>`,
  },
  delta: {
    title: 'Δwin',
    term: 'delta',
    num: true,
    key: (row) => (row.win_loss === null ? null : -row.win_loss),
    cell: ({ row }) => delta(row),
  },
  loss: {
    title: 'Loss',
    term: 'loss',
    num: true,
    key: (row) => (row.loss === null ? null : -row.loss),
    cell: ({ row }) => (row.loss === null || row.best ? '–' : row.loss.toFixed(0)),
  },
  direct: {
    title: 'Direct',
    term: 'direct',
    num: true,
    key: (row) => row.direct?.number ?? null,
    cell: ({ row, turn }) =>
      row.direct
        ? html`${score(row.direct, turn)} <small class="muted">d${row.depth}</small>`
        : '–',
  },
  wdl: {
    title: 'W/D/L',
    term: 'wdl',
    num: true,
    key: (row) => (row.wdl ? row.wdl.win - row.wdl.loss : null),
    cell: ({ row, turn }) => wdl(row.wdl, turn) || '–',
  },
  nodes: {
    title: 'Nodes',
    term: 'nodes',
    num: true,
    key: (row) => row.nodes,
    cell: ({ row }) =>
      html`<span title=${`${exact(row.nodes)} positions searched`}>${count(row.nodes)}</span>`,
  },
  penalty: {
    title: 'Penalty',
    term: 'penalty',
    num: true,
    key: (row) => (row.penalty === null ? null : -row.penalty),
    cell: ({ row }) =>
      row.spared.length === 0
        ? plies(row.penalty)
        : html`<span class="spared" title=${whyCheap(row)}>${plies(row.penalty)}</span>`,
  },
  share: {
    title: 'Share',
    term: 'share',
    num: true,
    key: (row) => row.share,
    cell: ({ row }) =>
      html`<span class="share" style=${`--part:${row.share}`} title=${percent(row.share, 2)}>
        ${percent(row.share, row.share < 0.1 ? 1 : 0)}
      </span>`,
  },
  state: {
    title: 'State',
    cell: StateCell,
    about:
      '● analysed: searched by an engine, or backed up from its moves. ◐ running: being searched. ' +
      '◌ queued: waiting. ○ new: not analysed yet. ' +
      '■ decided or over: certain. ! failed: the task failed and waits for a retry. ' +
      '⊘ excluded by you.',
  },
  source: {
    title: 'Engine',
    about: 'The engine behind the direct score. Mixed: the value comes from another engine.',
    cell: ({ row, moves }) =>
      html`<span class="cut">
        ${moves.sources[row.source ?? -1]?.name ?? '–'}
        ${row.mixed && ' (mixed)'}
      </span>`,
  },
  line: {
    title: 'Line',
    about: 'The best line after the move, as far as the project knows it.',
    cell: ({ row }) =>
      html`<span class="cut">${row.line.slice(0, prefs.plies.value).map(move).join(' ')}</span>`,
  },
};

/**
 * Sets of columns: name, title, columns.
 * @type {[string, string, string[]][]}
 */
export const PRESETS = [
  ['simple', 'Simple', ['move', 'eval', 'delta', 'nodes', 'state', 'line']],
  [
    'correspondence',
    'Correspondence',
    ['move', 'eval', 'delta', 'direct', 'wdl', 'nodes', 'penalty', 'share', 'state', 'line'],
  ],
  [
    'rivest',
    'Rivest',
    ['move', 'eval', 'loss', 'penalty', 'share', 'nodes', 'state', 'source', 'line'],
  ],
];

const WIDTHS = {
  move: 124,
  eval: 76,
  delta: 62,
  loss: 60,
  direct: 94,
  wdl: 78,
  nodes: 66,
  penalty: 74,
  share: 64,
  state: 96,
  source: 110,
  line: 90,
  menu: 34,
};
// Who goes first where it is narrow.
const LEAVING = ['source', 'wdl', 'nodes', 'penalty', 'loss', 'direct', 'line', 'share'];

const ALWAYS = ['move', 'eval', 'delta', 'state'];
const NARROW = 440; // a telephone: no choice of columns
const TINY = 350; // states as glyphs only

/** Whether there is no room for the words of states. */
export const tiny = (width) => width < TINY;

/**
 * The columns that are chosen, as far as `width` pixels hold them: the move, its value, its loss
 * and its state always stay.
 */
export function chosenColumns(width = Infinity) {
  if (width < NARROW) return ALWAYS;
  const all = (PRESETS.find(([name]) => name === prefs.columns.value) ?? PRESETS[0])[2];
  const needed = (names) => names.reduce((sum, name) => sum + WIDTHS[name], WIDTHS.menu);
  return LEAVING.reduce(
    (names, name) => (needed(names) > width ? names.filter((one) => one !== name) : names),
    all,
  );
}

/** The width of a column as a style; the last one that can grow takes what is left. */
export function widthOf(name, columns, width) {
  if (name === 'state' && tiny(width)) return 'width:44px';
  const grows = columns.includes('line') ? 'line' : 'move';
  return name === grows ? undefined : `width:${WIDTHS[name]}px`;
}

/** Chooses the next set of columns. */
export function nextColumns() {
  const names = PRESETS.map(([name]) => name);
  prefs.columns.value = names[(names.indexOf(prefs.columns.value) + 1) % names.length];
}

/**
 * What a column means, from the help where it has a term.
 * @param {HelpTerm[] | undefined} terms
 */
export function meaning(column, terms) {
  return column.about ?? terms?.find(({ id }) => id === column.term)?.text ?? '';
}

/**
 * A row in one sentence, for those who listen.
 * @param {MoveRow} row
 * @param {Turn} turn
 */
export function spoken(row, turn) {
  const value = row.value
    ? score(row.value, turn).replace('\u2212', 'minus ').replace('#', 'mate in ')
    : 'unknown';
  const quality = QUALITY[row.class]?.word;
  return [
    row.move,
    value,
    row.own_search && row.value && 'own search',
    quality,
    `${count(row.nodes)} nodes`,
    STATES[row.state]?.word ?? row.state,
    row.watched && 'watched',
    row.by_user && 'yours',
  ]
    .filter(Boolean)
    .join(', ');
}
