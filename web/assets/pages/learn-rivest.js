// Rivest's min/max approximation: turn p and see how the tips change places, and why a tip is
// selected.
import { html, signal, useEffect } from '/lib/preact.js';
import { post } from '/lib/api.js';
import { minus } from '/lib/format.js';
import { meansP } from '/pages/learn-film.js';
import { Fold } from '/pages/learn-side.js';
import { turned } from '/pages/learn-state.js';

const ROW = Array.from({ length: 50 }, (_, i) => i + 1);
const MOST_LINES = 8;

/** What the server said of the tree as it is: { key, ids, rows }. */
const known = signal(null);

/** Whether p can be turned in a pane: only where the slider can show the search's own p. */
export function canTurn({ kind, trace }) {
  return (
    kind === 'film' &&
    trace.film.nodes.every((node) => ['max', 'min', 'tip'].includes(node.kind)) &&
    ROW.includes(meansP(trace.film) ?? 0)
  );
}

/** The tree as the search has grown it, as text, with its nodes in the order of the text. */
function grown({ trace: { film }, player }, looks) {
  const ids = [];
  const write = (id, above) => {
    ids.push(id);
    const { mover } = film.nodes[id];
    // A proof closes a node with all that lies below it.
    const proven = above || looks[id].window === '[closed]';
    const below = player.children[id].filter((child) => looks[child].state !== 'unseen');
    if (below.length > 0) {
      const inside = below.map((child) => write(child, proven));
      return `(${mover.toLowerCase()} ${inside.join(' ')})`;
    }
    const value = looks[id].value.replace('\u2212', '-');
    const closed = proven || film.nodes[id].tip !== '' || looks[id].window.includes('∞');
    return closed ? value : `(${mover.toLowerCase()} ~${value} ?)`;
  };
  return { text: write(0, false), ids };
}

/** Asks for the penalties of the tree after a step, when it has changed. */
export function usePenalties(pane, step) {
  const on = canTurn(pane);
  useEffect(() => {
    if (!on) return undefined;
    const { text, ids } = grown(pane, pane.player.at(step));
    if (ids.length < 2 || known.peek()?.text === text) {
      if (ids.length < 2) known.value = null;
      return undefined;
    }
    const stop = new AbortController();
    const wait = setTimeout(
      () =>
        post('/api/learn/penalties', { tree: text, p: ROW }, { signal: stop.signal }).then(
          ({ rows, nodes }) => {
            known.value = { text, ids, rows, nodes, pane };
          },
          () => {
            known.value = null;
          },
        ),
      120,
    );
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [pane, step, on]);
}

/** What the picture shows with the slider's p: other looks, and the way to the selected tip. */
export function turnedLooks(pane, looks) {
  const now = known.value;
  if (turned.value === null || now?.pane !== pane) return {};
  const row = now.rows[turned.value - 1];
  const beside = (i) => {
    const next = row.next[i] === null ? '–' : pane.trace.film.nodes[now.ids[row.next[i]]].name;
    return `[${next}, ${row.below[i] === null ? '∞' : fine(row.below[i])}]`;
  };
  const over = new Map(
    now.ids.map((id, i) => [
      id,
      {
        ...looks[id],
        value: coarse(row.values[i]),
        weight: i === 0 ? '' : fine(row.weights[i]),
        window: beside(i),
      },
    ]),
  );
  return { over, chain: new Set(way(now, row).map((i) => now.ids[i])) };
}

/** The places in the text from the root to the selected tip. */
function way({ nodes }, { chosen }) {
  const all = [];
  for (let at = chosen; at !== null && at !== undefined; at = nodes[at].parent) all.unshift(at);
  return all;
}

function coarse(x) {
  return x < 99.995 ? String(Number(x.toFixed(2))) : x.toFixed(x < 999.95 ? 1 : 0);
}

function fine(x) {
  if (x === 0) return '0';
  return minus(Math.abs(x) < 9.9995 ? x.toFixed(3) : x.toFixed(2));
}

/** The panel: slider, why this tip, the ranking, the chart. */
export function Penalties({ pane }) {
  const now = known.value;
  const own = meansP(pane.trace.film);
  const p = turned.value ?? own;
  const slide = (event) => {
    turned.value = Number(event.currentTarget.value);
  };
  return html`<${Fold} title="Turn p: which tip is next?" class="learn-rivest">
    <div class="row">
      <label class="grow learn-p">
        p = <b>${p}</b>
        <input
          type="range"
          min="1"
          max="50"
          value=${p}
          onInput=${slide}
          aria-label="p, from 1 to 50"
        />
      </label>
      <button
        type="button"
        class="button button--small"
        disabled=${turned.value === null}
        onClick=${() => {
          turned.value = null;
        }}
      >
        the search’s own (${own})
      </button>
    </div>
    ${
      now?.pane === pane
        ? html`
            <${Ranking} now=${now} row=${now.rows[p - 1]} film=${pane.trace.film} />
            <${Chart} now=${now} p=${p} film=${pane.trace.film} />
          `
        : html`<p class="muted">Step on until the tree has grown.</p>`
    }
  <//>`;
}

function Ranking({ now, row, film }) {
  const name = (i) => film.nodes[now.ids[i]].name;
  const path = way(now, row).slice(1);
  const open = row.order.filter((i) => now.nodes[i].open);
  return html`<div>
    ${
      row.chosen === null
        ? html`<p>No tip is left to expand.</p>`
        : html`<p>
            <b>Why ${name(row.chosen)}?</b> ${path.map(
              (i, k) =>
                html`
                  ${k > 0 && ' + '}
                  <span title=${`w of ${name(i)}`}>${fine(row.weights[i])}</span>
                  <sub>${name(i)}</sub>
                `,
            )}
            ${path.length > 1 && ` = ${fine(row.penalties[row.chosen])}`}, the least
            of ${open.length} ${open.length === 1 ? 'tip' : 'tips'}.
          </p>`
    }
    <ol class="learn-ranks">
      ${open
        .slice(0, 12)
        .map(
          (i) => html`<li key=${i} class=${i === row.chosen ? 'learn-rank--first' : ''}>
            <span>${i === row.chosen ? '▸ ' : ''}${name(i)}</span>
            <span>${fine(row.penalties[i])}</span>
          </li>`,
        )}
    </ol>
  </div>`;
}

/** The penalty of each tip over p. */
function Chart({ now, p, film }) {
  const tips = now.nodes.map((_, i) => i).filter((i) => now.nodes[i].open);
  const drawn = now.rows[p - 1].order.filter((i) => tips.includes(i)).slice(0, MOST_LINES);
  if (drawn.length === 0) return null;
  const most = Math.max(
    ...drawn.map((i) => Math.max(...now.rows.map((row) => row.penalties[i]))),
    0.1,
  );
  const least = Math.min(
    0,
    ...drawn.map((i) => Math.min(...now.rows.map((row) => row.penalties[i]))),
  );
  const x = (value) => 36 + ((value - 1) / 49) * 224;
  const log = (value) => Math.log1p(value - least);
  const y = (value) => 112 - (log(value) / log(most)) * 100;
  const path = (i) =>
    now.rows
      .map((row, k) => `${k ? 'L' : 'M'}${x(row.p).toFixed(1)} ${y(row.penalties[i]).toFixed(1)}`)
      .join('');
  const name = (i) => film.nodes[now.ids[i]].name;
  const penalties = drawn.map((i) => `${name(i)} ${fine(now.rows[p - 1].penalties[i])}`).join(', ');
  const words = `Penalty of each tip for p from 1 to 50. With p = ${p}: ${penalties}.`;
  return html`<figure class="learn-chart">
    <svg viewBox="0 0 320 136" role="img" aria-label=${words}>
      <path class="learn-axis" d="M36 8V112H262" />
      <text x="32" y="14" class="learn-tick learn-tick--y">${most.toFixed(most < 10 ? 1 : 0)}</text>
      <text x="32" y="115" class="learn-tick learn-tick--y">
        ${minus(Number(least.toFixed(1)))}
      </text>
      <text x="36" y="126" class="learn-tick">1</text>
      <text x="260" y="126" class="learn-tick">50</text>
      <text x="145" y="132" class="learn-tick">p</text>
      <path class="learn-chart-now" d=${`M${x(p)} 8V112`} />
      ${drawn.map(
        (i, k) => html`<g key=${i} class=${`learn-series learn-series--${k % 5}`}>
          <path d=${path(i)} />
          <text
            x="266"
            y=${spread(
              drawn.map((j) => y(now.rows[49].penalties[j])),
              k,
            ) + 4}
          >
            ${name(i)}
          </text>
        </g>`,
      )}
    </svg>
    <figcaption>Penalty of each tip over p (logarithmic)</figcaption>
  </figure>`;
}

/** Where the k-th label stands, so that no two cover each other. */
function spread(all, k) {
  const order = all.map((y, i) => [y, i]).sort((a, b) => a[0] - b[0]);
  const placed = [];
  let last = -Infinity;
  for (const [y, i] of order) {
    last = Math.max(y, last + 13);
    placed[i] = last;
  }
  const excess = Math.max(0, last - 124);
  return placed[k] - excess;
}
