// Charts of several runs one over the other: one figure, over the resource that is chosen.
import { html, useEffect, useMemo, useState } from '/lib/preact.js';
import { useTopic } from '/lib/socket.js';
import { Choice, Panel, Waiting } from '/lib/parts.js';
import { percent } from '/lib/format.js';
import { Chart, banded, joined } from '/pages/lab-chart.js';
import { RESOURCES, axisLabel, signed } from '/pages/lab-words.js';

const MOST = 5; // lines that can be told apart
const DASHES = [undefined, [8, 4], [2, 3], [10, 3, 2, 3], [4, 2]];

const FIGURES = {
  elo: {
    label: 'Elo ± 95 %',
    axis: 'Elo (A − B)',
    of: (/** @type {Series} */ series) => series.elo,
    words: (n) => signed(n, 0),
    marks: [{ at: 0 }],
  },
  llr: {
    label: 'LLR',
    axis: 'LLR',
    of: (/** @type {Series} */ series) => series.llr,
    words: (n) => signed(n, 1),
    marks: [{ at: 0 }],
  },
  score: {
    label: 'score',
    axis: "A's points per game",
    of: (/** @type {Series} */ series) => series.score,
    words: (n) => percent(n, 0),
    marks: [{ at: 0.5 }],
  },
  calls: {
    label: 'calls A ÷ B',
    axis: 'move calls, A ÷ B',
    of: (/** @type {Series} */ series) => ratio(series, 'moves'),
    words: (n) => n.toFixed(2),
    marks: [{ at: 1 }],
  },
  time: {
    label: 'time A ÷ B',
    axis: 'time, A ÷ B',
    of: (/** @type {Series} */ series) => ratio(series, 'seconds'),
    words: (n) => n.toFixed(2),
    marks: [{ at: 1 }],
  },
};

/**
 * @param {Series} series
 * @param {keyof Series['a']} name
 */
function ratio(series, name) {
  return series.a[name].map((n, i) => (series.b[name][i] > 0 ? n / series.b[name][i] : null));
}

/** Keeps the series of a run fresh; draws nothing. */
function Watch({ id, on }) {
  const { data } = useTopic(`/api/runs/${id}/series`);
  useEffect(() => {
    on(id, data);
  }, [data]);
  return null;
}

/** @param {{ runs: RunCard[] }} props */
export function Overlay({ runs }) {
  const [figure, setFigure] = useState('elo');
  const [resource, setResource] = useState('games');
  const [found, setFound] = useState({});
  const shown = runs.slice(0, MOST);
  const on = (id, data) => setFound((before) => ({ ...before, [id]: data }));
  const known = shown.filter((run) => found[run.id]?.games.length > 0);
  const tools = html`
    <${Choice}
      label="Figure"
      value=${figure}
      set=${setFigure}
      options=${Object.entries(FIGURES).map(([key, f]) => [key, f.label])}
    />
    <${ResourceChoice} value=${resource} set=${setResource} />
  `;
  return html`<${Panel} title="Overlay" tools=${tools}>
    ${shown.map((run) => html`<${Watch} key=${run.id} id=${run.id} on=${on} />`)}
    ${runs.length > MOST && html`<p class="muted">The first ${MOST} are drawn.</p>`}
    ${
      known.length > 0
        ? html`<${Lines} ...${{ runs: known, found, figure, resource }} />`
        : html`<${Waiting} />`
    }
  <//>`;
}

/** What the axis counts. */
export function ResourceChoice({ value, set, wall = false }) {
  return html`<fieldset class="lab-axis">
    <legend>axis</legend>
    ${Object.entries(RESOURCES).map(
      ([key, { hint }]) => html`<label title=${hint}>
        <input type="radio" checked=${key === value} onChange=${() => set(key)} /> ${axisLabel(
          key,
          wall,
        )}
      </label>`,
    )}
  </fieldset>`;
}

/** @param {{ runs: RunCard[], found: any, figure: any, resource: any }} props */
function Lines({ runs, found, figure, resource }) {
  const { axis, of, words, marks } = FIGURES[figure];
  const { label, words: xWords, of: xOf } = RESOURCES[resource];
  const fitting = runs.filter((run) => of(found[run.id]).length > 0);
  const wide = figure === 'elo';
  const data = useMemo(
    () =>
      joined(
        fitting.map((run) => {
          const series = found[run.id];
          return wide
            ? [xOf(series), of(series), series.high, series.low]
            : [xOf(series), of(series)];
        }),
      ),
    [fitting.map((run) => found[run.id]), figure, resource].flat(),
  );
  if (fitting.length === 0)
    return html`<p class="muted">
      None of them has this figure: LLR belongs to sequential tests.
    </p>`;
  const lines = fitting.flatMap((run, i) => {
    const token = `--line-${i + 1}`;
    const all = banded(`${run.id} ${run.a} − ${run.b}`, token, DASHES[i]);
    return wide ? all : all.slice(0, 1);
  });
  const bounds =
    figure === 'llr'
      ? fitting.flatMap(({ test }) =>
          test
            ? [
                { at: test.llr_low, label: 'H0' },
                { at: test.llr_high, label: 'H1' },
              ]
            : [],
        )
      : [];
  return html`<${Chart}
    title=${axis}
    x=${{ label, words: xWords }}
    y=${{ label: axis, words }}
    data=${data}
    lines=${lines}
    marks=${[...marks, ...bounds]}
    height=${280}
  />`;
}
