// Charts of a project: the root's value and best move over time, how it grew, how deep it is, how
// long was searched.
import { html, useMemo } from '/lib/preact.js';
import { go, link } from '/lib/router.js';
import { Chart } from '/lib/chart.js';
import { Panel, Trouble, Waiting } from '/lib/parts.js';
import { trend } from '/lib/spark.js';
import {
  Count,
  count,
  duration,
  exact,
  minus,
  number,
  percent,
  chance,
  score,
  turned,
} from '/lib/format.js';
import { move } from '/lib/words.js';

const DECIDED = 100000; // points: what is decided has no place on a line of points

/**
 * The root's value: minimaxed, and the engine's own; ticks where the best move became another.
 * @param {{ project: string, topic: any, about: Project | null, start: Turn }} props
 */
export function ValueChart({ project, topic, about, start }) {
  const tools = html`
    ${topic.waiting && topic.data && html`<small class="muted" role="status">reloading…</small>`}
    <button
      type="button"
      class="button button--small"
      disabled=${topic.waiting}
      onClick=${topic.again}
      title="Replays the whole history; this takes a while"
    >
      ↻ Refresh
    </button>
  `;
  return html`<${Panel} title="The root over time" term="eval" tools=${tools}>
    <div class="stats-history">
      ${
        topic.waiting &&
        !topic.data &&
        html`
          <p class="muted" role="status">
            Everything that was ever written down is told again. In a large project that takes a
            while…
          </p>
          <${Waiting} rows=${4} />
        `
      }
      ${topic.error && html`<${Trouble} error=${topic.error} retry=${topic.again} />`}
      ${
        topic.data &&
        html`<${Line} project=${project} history=${topic.data} about=${about} turn=${start} />`
      }
    </div>
  <//>`;
}

/** @param {{ project: string, history: ValueHistory, about: Project | null, turn: Turn }} props */
function Line({ project, history, about, turn }) {
  const flip = turned(turn);
  const points = useMemo(() => dated(history.points), [history]);
  const made = useMemo(() => values(points, turn, about?.game), [points, flip, about?.game]);
  const marks = useMemo(
    () =>
      changesOfBest(points).map((one) => ({
        ...one,
        go: () => go(link.analyse(project, history.node)),
      })),
    [points],
  );
  if (made.x.length < 2)
    return html`<p class="muted">No history yet: run the project for a while.</p>`;
  const chances = points.map((point) => chance(point.value, turn));
  const summary =
    `${score(points.at(-1)?.value, turn)} (win chance ${trend(chances, percent)}). ` +
    `The best move changed ${times(marks.length)}.`;
  return html`
    <${Chart}
      label="Value of the root position over time"
      x=${made.x}
      lines=${made.lines}
      time
      marks=${marks}
      y=${made.y}
      summary=${summary}
      height=${230}
      levels=${made.levels}
    />
    ${!history.exact && html`<p class="muted">Long history: only some points are shown.</p>`}
  `;
}

/**
 * Points whose moment is known, and the last one as it still stands now.
 * @param {HistoryPoint[]} points
 */
function dated(points) {
  const known = points.filter((point) => point.at > 0 && point.value);
  const now = Math.floor(Date.now() / 1000);
  const last = known.at(-1);
  return last && last.at < now ? [...known, { ...last, at: now }] : known;
}

const times = (n) => (n === 0 ? 'never' : n === 1 ? 'once' : `${n} times`);

/**
 * Points in chess (pawns) where they can be drawn; chances for other games and where something is
 * decided.
 * @param {HistoryPoint[]} points
 * @param {Turn} turn
 */
function values(points, turn, game) {
  const decided = points.some((point) =>
    [point.value, point.direct].some((worth) => worth && Math.abs(worth.number) > DECIDED),
  );
  const pawns = game === 'chess' && !decided;
  const read = (worth) =>
    !worth ? null : pawns ? (number(worth, turn) ?? 0) / 100 : chance(worth, turn);
  const x = points.map((point) => point.at);
  const lines = [
    {
      label: 'Value',
      values: points.map((point) => read(point.value)),
      token: '--line-1',
      kind: 'step',
      width: 2.5,
    },
    {
      label: 'Direct',
      values: points.map((point) => read(point.direct)),
      token: '--line-2',
      kind: 'step',
      dash: [4, 4],
      width: 1.5,
    },
  ];
  const signed = (value) => minus(`${value > 0 ? '+' : ''}${value.toFixed(2)}`);
  return {
    x,
    lines,
    y: { format: pawns ? signed : (value) => percent(value, 1) },
    levels: pawns ? [] : [{ y: 0.5, label: '' }],
  };
}

/**
 * Where the best move became another: { x, label }.
 * @param {HistoryPoint[]} points
 */
export function changesOfBest(points) {
  const found = [];
  /** @type {string | null} */
  let before = null;
  for (const point of points) {
    if (point.best && before && point.best !== before)
      found.push({ x: point.at, label: `${move(before)} → ${move(point.best)}` });
    before = point.best ?? before;
  }
  return found;
}

/**
 * What is written down, over time: known for the moments at which the root changed.
 * @param {{ history: ValueHistory }} props
 */
export function GrowthChart({ history }) {
  const points = useMemo(() => history.points.filter((point) => point.at > 0), [history]);
  const x = useMemo(() => points.map((point) => point.at), [points]);
  const lines = useMemo(
    () => [
      { label: 'Facts', values: points.map((point) => point.facts), token: '--line-3', fill: true },
    ],
    [points],
  );
  if (x.length < 2 || x[0] === x.at(-1)) return null;
  const [first, last] = [points[0], points[points.length - 1]];
  const rate = ((last.facts - first.facts) / (last.at - first.at)) * 3600;
  return html`<${Panel} title="Growth">
    <${Chart}
      label="Facts over time"
      x=${x}
      lines=${lines}
      time
      y=${{ low: 0, format: count }}
      height=${180}
      summary=${`${count(rate)} per hour.`}
    />
  <//>`;
}

/**
 * Depths and efforts.
 * @param {{ stats: Stats }} props
 */
export function Shape({ stats }) {
  const depths = useMemo(
    () => ({
      x: stats.depths.map((_, i) => i),
      lines: [{ label: 'Positions', values: stats.depths, token: '--line-1', kind: 'bars' }],
    }),
    [stats.depths],
  );
  const efforts = useMemo(
    () => ({
      x: stats.efforts.map((_, i) => i),
      lines: [
        {
          label: 'Positions',
          values: stats.efforts.map(({ positions }) => positions),
          token: '--line-4',
          kind: 'bars',
        },
      ],
    }),
    [stats.efforts],
  );
  const deepest = stats.depths.indexOf(Math.max(...stats.depths));
  const nodesOf = (i) =>
    Number.isInteger(i) && stats.efforts[i] ? count(stats.efforts[i][0]) : '';
  return html`
    <${Panel} title="Depth">
      <${Chart}
        label="Positions by depth"
        x=${depths.x}
        lines=${depths.lines}
        y=${{ low: 0, format: count }}
        height=${180}
        xLabel="Depth in plies"
        xFormat=${(i) => (Number.isInteger(i) ? String(i) : '')}
        summary=${
          stats.depths.length > 0
            ? `Down to ${stats.depths.length - 1} plies; most positions are ${deepest} plies deep.`
            : 'Nothing yet.'
        }
      />
    <//>
    <${Panel} title="Search effort" term="nodes">
      <${Chart}
        label="Positions by nodes searched"
        x=${efforts.x}
        lines=${efforts.lines}
        y=${{ low: 0, format: count }}
        height=${180}
        xLabel="Nodes, at least"
        xFormat=${nodesOf}
        summary=${
          stats.efforts.length > 0
            ? 'Each bar: at least this number of nodes, and less than twice that.'
            : 'No position has been searched yet.'
        }
      />
    <//>
  `;
}

/**
 * What the run does now.
 * @param {{ about: Project | null }} props
 */
export function Throughput({ about }) {
  const run = about?.running;
  if (!run) return html`<p class="stats-rest muted">${about ? 'Paused.' : ''}</p>`;
  return html`<ul class="stats-tiles" aria-label="The run">
    <li>
      <b><${Count} n=${Math.round(run.per_hour)} /></b> results per hour
      <small>last minute</small>
    </li>
    <li>
      <b><${Count} n=${run.answers} unit="results" /></b> results in this run
      <small>${duration(run.seconds)}</small>
    </li>
    <li><b>${run.busy} / ${run.workers}</b> workers busy<small>${run.engines}</small></li>
    ${run.trouble && html`<li class="figures-bad">! ${run.trouble}</li>`}
  </ul>`;
}
