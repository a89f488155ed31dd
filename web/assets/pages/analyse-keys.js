// The keys of the page Analyse.
import { useRef } from '/lib/preact.js';
import { useKeys } from '/lib/keys.js';
import { prefs } from '/lib/prefs.js';
import { at, get } from '/lib/api.js';
import { prompt } from '/lib/dialog.js';
import { toast, fail } from '/lib/toast.js';
import { visit, sibling, fork } from './analyse-study.js';
import { boost, damp, exclude, watch, expand } from './analyse-steer.js';
import { nextColumns } from './analyse-columns.js';
import { endPreview } from './analyse-preview.js';

const nothing = (text) => toast(text, { seconds: 2 });
const tried = (ask) => () => ask().catch(fail);

/**
 * Binds the keys. `page` has what is on the screen: { flip, note, filter, board, live }.
 * @param {Study} study
 */
export function useAnalyseKeys(study, page) {
  const changes = useRef({ rows: null, at: -1 });
  const before = useRef(null);
  useKeys(
    'analyse',
    study.node
      ? {
          ...walking(study),
          ...steering(study, page),
          ...showing(page),
          line: tried(() => bestLine(study, before)),
          change: tried(() => change(study, changes.current, 1)),
          'change-back': tried(() => change(study, changes.current, -1)),
          go: () => goTo(study),
        }
      : {},
  );
}

/** The way one move back; `null` at the start. */
export function back({ id, path }) {
  if (path.length < 2) return nothing('This is the root position.');
  return visit(id, path.at(-2).node);
}

/**
 * The best move.
 * @param {Study} study
 */
export function best(study) {
  const { id, node, moves } = study;
  const rows = moves?.order.map((wire) => moves.rows[wire]) ?? [];
  const to =
    (rows.find((row) => row.best) ?? rows.find((row) => row.state !== 'excluded'))?.node ??
    node.line[0]?.node;
  if (to === undefined || to === null) return nothing('The graph ends here.');
  return visit(id, to, { from: node.node });
}

/** @param {Study} study */
function walking(study) {
  const { id, node, path, moves } = study;
  const known = node.line.map((ply) => ply.node).filter((n) => n !== null);
  return {
    parent: () => back(study),
    child: () => best(study),
    play: () => best(study),
    previous: tried(() => sibling(study, -1)),
    next: tried(() => sibling(study, 1)),
    'fork-back': tried(() =>
      fork(
        id,
        path
          .slice(0, -1)
          .map((crumb) => crumb.node)
          .toReversed(),
      ),
    ),
    fork: tried(() => fork(id, known)),
    root: () => visit(id, path[0].node),
    end: () => (known.length > 0 ? visit(id, known.at(-1)) : nothing('The best line ends here.')),
    nth: (_, key) => {
      const row = moves?.rows[moves.order[Number(key) - 1]];
      if (row) visit(id, row.node, { from: node.node });
    },
  };
}

/** @param {Study} study */
function steering(study, page) {
  return {
    ask: { label: 'Focus on or off', run: () => boost(study) },
    deepen: { label: 'Lower this position’s priority', run: () => damp(study) },
    expand: { label: 'Add the best of the other moves', run: () => expand(study) },
    exclude: { label: 'Exclude the move that led here', run: () => exclude(study) },
    watch: () => watch(study),
    note: page.note,
    add: () =>
      page.live.live?.line?.length ? page.live.add() : nothing('The live engine has no line yet.'),
    live: page.live.toggle,
    lock: page.live.lock,
  };
}

function showing(page) {
  return {
    flip: page.flip,
    filter: page.filter,
    board: page.board,
    hide: () => {
      endPreview();
      prefs.hidden.value = !prefs.hidden.value;
    },
    inline: () => {
      prefs.inline.value = !prefs.inline.value;
    },
    columns: nextColumns,
    leave: { keys: ['Escape'], label: 'End the preview', run: endPreview },
  };
}

/**
 * The end of the best line from the root, and back.
 * @param {{ id: string, node: NodeView, path: any }} of
 * @param {any} before
 */
async function bestLine({ id, node, path }, before) {
  const root = await get(at(id, 'node', path[0].node));
  const end =
    root.line
      .map((ply) => ply.node)
      .filter((n) => n !== null)
      .at(-1) ?? root.node;
  if (node.node === end && before.current !== null) return visit(id, before.current);
  if (node.node === end) return nothing('This is the end of the best line.');
  before.current = node.node;
  return visit(id, end);
}

async function change({ id }, state, step) {
  state.rows ??= (await get(`${at(id, 'changes')}?since=seen`)).rows;
  if (state.rows.length === 0) {
    state.rows = null;
    return nothing('Nothing has changed since your last visit.');
  }
  state.at =
    state.at < 0 && step < 0
      ? state.rows.length - 1
      : (state.at + step + state.rows.length) % state.rows.length;
  const row = state.rows[state.at];
  visit(id, row.node);
  return toast(`Change ${state.at + 1} of ${state.rows.length}: ${said(row)}`, { seconds: 5 });
}

function said({ before, now, best_before: was, best_now: is }) {
  const value = before?.text === now?.text ? '' : `${before?.text ?? '–'} → ${now?.text ?? '–'}`;
  return [value, was === is ? '' : `best ${was ?? '–'} → ${is ?? '–'}`]
    .filter(Boolean)
    .join(', ')
    .replaceAll('-', '\u2212');
}

/**
 * Asks where to go: moves, a position, a number.
 * @param {{ id: string, node: NodeView }} of
 */
export async function goTo({ id, node }) {
  const chess = node.game === 'chess';
  await prompt({
    title: 'Go to',
    label: chess ? 'Moves, a FEN, or a number' : 'Moves, a position, or a number',
    ok: 'Go',
    required: true,
    hint: chess
      ? 'For example e4 e5 Nf3, a pasted FEN, or #12.'
      : 'For example the moves from the start, or #12.',
    send: async (text) => {
      const found = await get(`${at(id, 'find')}?q=${encodeURIComponent(text.trim())}`);
      visit(id, found.node);
    },
  });
}
