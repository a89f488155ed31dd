// The laboratory in words: states, Elo with its interval, verdicts, and a run as Markdown. All in
// the view of A.
import { html } from '/lib/preact.js';
import { count, duration, exact, minus, percent } from '/lib/format.js';

/** States of runs. */
export const RUN_STATES = {
  waiting: { glyph: '◌', word: 'waiting' },
  running: { glyph: '▶', word: 'running' },
  paused: { glyph: '❚❚', word: 'paused' },
  done: { glyph: '●', word: 'done' },
  failed: { glyph: '!', word: 'failed' },
};

/**
 * What a run is: a match, a test or a sweep.
 * @param {RunCard} run
 */
export function kindOf(run) {
  if (run.kind === 'sweep') return 'sweep';
  return run.test ? 'SPRT' : 'match';
}

/** A number with its sign: `+8.1`, `−0.4`, `0`. */
export function signed(n, digits = 1) {
  if (n === null || n === undefined || !Number.isFinite(n)) return '–';
  const text = n.toFixed(digits);
  if (Number(text) === 0) return (0).toFixed(digits);
  return minus(n > 0 ? `+${text}` : text);
}

/** @param {Figures} figures */
const width = ({ high, low }) => (high ?? 0) - (low ?? 0);

/**
 * Digits that make sense for such an Elo.
 * @param {Figures} figures
 */
export function eloDigits(figures) {
  return width(figures) < 40 ? 1 : 0;
}

/**
 * Elo with half its interval: `+8.1 ± 6.3`; a bound where one side took everything; `–` before the
 * first pair.
 * @param {Figures | null} figures
 */
export function elo(figures) {
  if (figures?.elo === null || figures?.elo === undefined) return '–';
  const { score } = figures;
  if (score !== null && score >= 1) return `> ${signed(figures.low, 0)}`;
  if (score !== null && score <= 0) return `< ${signed(figures.high, 0)}`;
  const digits = eloDigits(figures);
  return `${signed(figures.elo, digits)} ± ${(width(figures) / 2).toFixed(digits)}`;
}

/**
 * The interval in words.
 * @param {Figures} figures
 */
export function interval(figures) {
  const digits = eloDigits(figures);
  return `between ${signed(figures.low, digits)} and ${signed(figures.high, digits)} Elo (95 %)`;
}

/**
 * What may be said: { tone: 'a'|'b'|'open', glyph, short, long }. Only what is finished has a tone.
 * @param {RunCard} run
 * @param {Figures | null} [figures]
 */
export function verdict(run, figures = run.figures) {
  if (!figures) return { tone: 'open', glyph: '', short: '', long: '' };
  const games = `${exact(figures.games)} games`;
  const known = {
    'H1 accepted': () =>
      told(
        'a',
        '✓ ▲',
        `H1 accepted after ${games}: A is at least ${signed(run.test?.elo1, 0).replace('+', '')} Elo stronger.`,
      ),
    'H0 accepted': () =>
      told(
        'b',
        '✓ ▼',
        `H0 accepted after ${games}: A is at most ${signed(run.test?.elo0, 0).replace('+', '')} Elo stronger.`,
      ),
    'A is stronger': () => told('a', '✓ ▲', `A is stronger, ${interval(figures)}, after ${games}.`),
    'B is stronger': () =>
      told('b', '✓ ▼', `B is stronger: A − B is ${interval(figures)}, after ${games}.`),
  }[figures.verdict];
  if (known) return { ...known(), short: figures.verdict };
  return {
    tone: 'open',
    glyph: figures.complete ? '=' : '…',
    short: figures.complete ? 'not decided' : '',
    long: undecided(run, figures, games),
  };
}

function told(tone, glyph, long) {
  return { tone, glyph, long };
}

/**
 * @param {RunCard} run
 * @param {Figures} figures
 */
function undecided(run, figures, games) {
  if (figures.games === 0)
    return run.state === 'waiting'
      ? 'Waiting for a free processor.'
      : 'No pair of games finished yet.';
  if (figures.complete)
    return `Not decided after ${games}: the difference is ${interval(figures)}.`;
  if (!run.test) return `Not finished: ${games} so far, the difference is ${interval(figures)}.`;
  const { llr_low: low, llr_high: high } = run.test;
  return (
    `Not decided yet: LLR is ${signed(figures.llr, 2)} after ${games}; ` +
    `the test ends at ${signed(low, 2)} or ${signed(high, 2)}.`
  );
}

/**
 * The test in words.
 * @param {Sprt} test
 */
export function testWords(test) {
  const { elo0, elo1, model, alpha, beta } = test;
  const hypotheses = `H0: ${signed(elo0, 1)} Elo, H1: ${signed(elo1, 1)} Elo (${model})`;
  return `${hypotheses}, α = ${alpha}, β = ${beta}, by pairs of games`;
}

/**
 * How far it is: games of games.
 * @param {{ figures: Figures }} props
 */
export function Progress({ figures }) {
  const { games, total } = figures;
  const part = total ? games / total : null;
  return html`<span
    class="lab-progress"
    title=${`${exact(games)} games${total ? ` of ${exact(total)}` : ''}`}
  >
    <span>${exact(games)}${total ? html`<span class="muted"> / ${count(total)}</span>` : ''}</span>
    ${part !== null && html`<progress max="1" value=${part} aria-hidden="true"></progress>`}
  </span>`;
}

/** A time, also a very short one. */
export function time(seconds) {
  if (!(seconds > 0) || seconds >= 10) return duration(seconds);
  if (seconds >= 1) return `${seconds.toFixed(2)} s`;
  return seconds >= 1e-3
    ? `${(seconds * 1e3).toPrecision(3)} ms`
    : `${(seconds * 1e6).toFixed(0)} µs`;
}

/** What the axis is called: time is that of the processor, unless the run says otherwise. */
export function axisLabel(resource, wall) {
  return wall && resource === 'seconds' ? 'time on the clock' : RESOURCES[resource].label;
}

/**
 * The resources that can be the axis: what a game costs may be counted in several ways, and who
 * wins depends on it.
 * @type {Record<string, {
 *   label: string, of: (series: Series) => number[], words: (n: any) => string, hint?: string,
 * }>}
 */
export const RESOURCES = {
  games: { label: 'games', of: (series) => series.games, words: exact },
  moves: {
    label: 'move calls',
    of: (series) => both(series, 'moves'),
    words: count,
    hint: 'Calls of the move operator, both sides: Rivest’s first measure',
  },
  seconds: {
    label: 'CPU time',
    of: (series) => both(series, 'seconds'),
    words: time,
    hint: 'Time that both sides used: Rivest’s second measure',
  },
  nodes: {
    label: 'nodes',
    of: (series) => both(series, 'nodes'),
    words: count,
    hint: 'Positions visited, both sides',
  },
};

/**
 * @param {Series} series
 * @param {keyof Series['a']} name
 */
function both(series, name) {
  return series.a[name].map((n, i) => n + series.b[name][i]);
}

const ROW = (cells) => `| ${cells.join(' | ')} |`;

/**
 * A run as Markdown.
 * @param {LabRun} run
 */
export function markdown(run) {
  if (run.sweep) return sweepMarkdown({ ...run, sweep: run.sweep });
  const f = run.figures;
  if (!f) return '';
  const rows = [
    ['', `${run.id}, view of A`],
    ['---', '---'],
    ['A', `\`${run.a}\``],
    ['B', `\`${run.b}\``],
    ['game', shortGame(run.game)],
    ['games', `${f.games}: A won ${f.wins}, drew ${f.draws}, lost ${f.losses}`],
    ['Elo', `${elo(f)} (95 %)`],
    ['nElo', signed(f.nelo)],
    ['LOS', percent(f.los)],
    ['pairs (0, ½, 1, 1½, 2)', f.pentanomial.join(' ')],
    ...(run.test
      ? [
          ['test', testWords(run.test)],
          [
            'LLR',
            `${signed(f.llr, 2)} (${signed(run.test.llr_low, 2)}, ${signed(run.test.llr_high, 2)})`,
          ],
        ]
      : []),
    ['verdict', verdict(run).long],
    ['again', `\`${run.command}\``],
  ];
  return `${rows.map(ROW).join('\n')}\n`;
}

/** @param {LabSweep} run */
function sweepMarkdown(run) {
  const head = [run.sweep.key, 'games', 'won', 'drawn', 'lost', 'Elo (95 %)', 'verdict'];
  const rows = run.rows.map((row) => [
    row.value,
    row.games,
    row.wins,
    row.draws,
    row.losses,
    elo(row),
    row.verdict,
  ]);
  const sides = `\`${run.a}\` by ${run.sweep.key} against \`${run.b}\``;
  const title = `${run.id}: ${sides}, ${shortGame(run.game)}`;
  const table = [head, head.map(() => '---'), ...rows].map(ROW).join('\n');
  return `${title}\n\n${table}\n\nagain: \`${run.command}\`\n`;
}

/** A game's name, cut where it is a tree. */
export function shortGame(game) {
  return game.length > 32 ? `${game.slice(0, 31)}…` : game;
}
