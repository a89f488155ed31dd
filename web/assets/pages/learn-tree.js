// The tree as a picture: visited solid, cut off dashed with two bars, the best line thick, the
// current node ringed.
import { cls, html, useEffect, useRef, useState } from '/lib/preact.js';
import { moving } from '/lib/prefs.js';
import { minus } from '/lib/format.js';
import { bestLine, describe, isTip, states, valueSign } from '/pages/learn-film.js';

const AIMA = {
  max: 'M0 -21L25 15H-25Z',
  min: 'M0 21L25 -15H-25Z',
  chance: 'M18 0A18 18 0 1 1 -18 0A18 18 0 1 1 18 0Z',
  player: 'M-10 -17H10L19 0L10 17H-10L-19 0Z',
  tip: 'M-17 -13H17V13H-17Z',
  loop: 'M-17 -13H17V13H-17Z',
};
const RIVEST = {
  ...AIMA,
  max: 'M-17 -16H17V16H-17Z',
  min: 'M18 0A18 18 0 1 1 -18 0A18 18 0 1 1 18 0Z',
  chance: 'M0 -21L21 0L0 21L-21 0Z',
};
const TEXT_AT = { max: 11, min: -1 };
const READABLE = 0.6;
const RINGS = { tip: 'M-21 -17H21V17H-21Z', other: 'M27 0A27 27 0 1 1 -27 0A27 27 0 1 1 27 0Z' };

/** The shapes of a style, and where the value stands in them. */
function shapes(style) {
  return style === 'rivest' ? { of: RIVEST, at: {} } : { of: AIMA, at: TEXT_AT };
}

/**
 * Draws a film's tree after a step. `over` are other looks for some nodes (Map), `chain` nodes to
 * draw as the way to a tip, `marks` numbers beside nodes (Map), `onPick(id)` is told of clicks,
 * `onEdit(id)` of double clicks on leaves.
 */
export function Tree({ pane, step, style, fit, over, chain, marks, onPick, onEdit, label }) {
  const { film } = pane.trace;
  const looks = pane.player.at(step);
  const shown = states(film, looks);
  const line = chain ?? bestLine(looks);
  const here = pane.player.drawn(film.steps[step].node);
  const stage = useRef(null);
  const fits = useFits(stage, film);
  useEffect(() => reveal(stage.current, here), [here, pane, fit ?? fits]);
  const drawn = film.nodes.map((_, id) => id).filter((id) => film.nodes[id].x !== undefined);
  const one = (id) => ({
    id,
    film,
    look: over?.get(id) ?? looks[id],
    state: shown[id],
    looks,
    line,
    style,
  });
  return html`<div
    class=${cls('lt-stage', (fit ?? fits) && 'lt-stage--fit')}
    ref=${stage}
    tabindex="0"
    role="group"
    aria-label="The tree; scrolls"
  >
    <svg
      class="lt"
      role="img"
      aria-label=${label}
      style=${`--wide:${Math.round(film.width)}px`}
      width=${Math.round(film.width)}
      height=${Math.round(film.height)}
      viewBox=${`0 0 ${Math.round(film.width)} ${Math.round(film.height)}`}
    >
      ${drawn.map(
        (id) => film.nodes[id].parent !== null && html`<${Edge} key=${`e${id}`} ...${one(id)} />`,
      )}
      ${drawn.map(
        (id) =>
          html`<${Node}
            key=${`n${id}`}
            ...${one(id)}
            here=${id === here}
            mark=${marks?.get(id)}
            onPick=${onPick}
            onEdit=${onEdit}
          />`,
      )}
      ${weights({ film, ids: drawn, lookOf: (id) => one(id).look, style }).map(
        ({ id, text, x, y }) =>
          html`<text key=${`w${id}`} class="lt-weight" x=${x} y=${y}>${text}</text>`,
      )}
    </svg>
  </div>`;
}

/** Whether a tree can still be read when all of it is on the stage. */
function useFits(stage, film) {
  const [fits, setFits] = useState(true);
  useEffect(() => {
    const measure = () => {
      const room = Math.min(
        stage.current.clientWidth / film.width,
        (0.62 * window.innerHeight) / film.height,
      );
      setFits(room >= READABLE);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [film]);
  return fits;
}

function Edge({ id, film, state, looks, line, style }) {
  const to = film.nodes[id];
  const from = film.nodes[to.parent];
  const [x1, y1, x2, y2] = [from.x, from.y + foot(from, style), to.x, to.y - head(to, style)];
  const seen = !['cut', 'under', 'unseen', 'old'].includes(state);
  const kind =
    seen && line.has(id) && line.has(to.parent)
      ? 'line'
      : seen && looks[to.parent].best === id
        ? 'best'
        : '';
  const [dx, dy] = [x2 - x1, y2 - y1];
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const bars = `translate(${x1 + 0.58 * dx} ${y1 + 0.58 * dy}) rotate(${angle})`;
  return html`<g class=${cls('lt-edge', `lt-edge--${seen ? kind : state}`)}>
    <path d=${`M${x1} ${y1}L${x2} ${y2}`} />
    ${state === 'cut' && html`<path class="lt-bars" transform=${bars} d="M-3 -8V8M3 -8V8" />`}
  </g>`;
}

const LETTER = 5.8; // pixels of a letter of a weight
const LABEL = 12; // pixels of its line

/**
 * Where the weights of edges stand, and how likely chance takes them: beside the edge, near its
 * lower end, where the edges of a family are apart; a line higher where another one stands.
 * Rows of { id, text, x, y }.
 */
function weights({ film, ids, lookOf, style }) {
  const placed = [];
  for (const id of ids) {
    const to = film.nodes[id];
    const text = lookOf(id).weight ? minus(lookOf(id).weight) : odds(to);
    if (!text || to.parent === null) continue;
    const rows = [0, 1, 2, 3].map((row) => ({
      id,
      text,
      ...beside(film, to, { text, row, style }),
    }));
    placed.push(rows.find((one) => placed.every((other) => apart(one, other))) ?? rows[0]);
  }
  return placed;
}

/** Beside the edge into a node, `row` lines above its end. */
function beside(film, to, { text, row, style }) {
  const from = film.nodes[to.parent];
  const [y1, y2] = [from.y + foot(from, style), to.y - head(to, style)];
  const up = 4 + row * LABEL;
  const part = Math.min(1, (up + LABEL / 2) / Math.max(1, y2 - y1));
  const side = to.x < from.x ? -1 : 1;
  const wide = LETTER * text.length;
  return { x: to.x + part * (from.x - to.x) + side * (wide / 2 + 3), y: y2 - up, wide };
}

function apart(a, b) {
  return Math.abs(a.x - b.x) >= (a.wide + b.wide) / 2 + 2 || Math.abs(a.y - b.y) >= LABEL;
}

/** How far an edge begins below a node's middle, and ends above one. */
function foot({ kind }, style) {
  return style === 'rivest' ? 17 : ({ max: 15, min: 21 }[kind] ?? 17);
}

function head({ kind }, style) {
  return isTip({ kind }) ? 13 : style === 'rivest' ? 17 : ({ max: 21, min: 15 }[kind] ?? 18);
}

function Node({ id, film, look, state, style, here, mark, onPick, onEdit }) {
  const node = film.nodes[id];
  const { of, at } = shapes(style);
  const value = minus(look.value || node.tip);
  const size = Math.min(7, Math.max(2, [...value].length));
  const tip = isTip(node);
  const below = tip || node.folded > 0;
  const ring = here && !tip ? 8 : 0; // the ring stands between the shape and its words
  const [side, high] =
    node.kind === 'min' && style !== 'rivest' ? [15 + ring, 16 + ring] : [23 + ring, -8 - ring];
  const pick = onPick && (() => onPick(id));
  return html`<g
    class=${cls(
      'lt-node',
      `lt-node--${node.kind}`,
      `lt-node--${state}`,
      here && 'lt-node--here',
      pick && 'lt-node--pick',
    )}
    transform=${`translate(${node.x} ${node.y})`}
    onClick=${pick}
    onDblClick=${tip && onEdit ? () => onEdit(id) : undefined}
    data-node=${id}
  >
    <title>${describe(film, id, look, state)}</title>
    ${here && html`<path class="lt-ring" d=${RINGS[tip ? 'tip' : 'other']} />`}
    <path class="lt-shape" d=${of[node.kind]} />
    ${
      (look.loop || node.kind === 'loop') &&
      html`<path class="lt-shape lt-shape--inner" d="M-14 -10H14V10H-14Z" />`
    }
    <text class=${`lt-value lt-value--${size}`} y=${4.5 + (at[node.kind] ?? 0) * 0.55}>
      ${value}
    </text>
    ${
      tip &&
      (state === 'cut' || state === 'under') &&
      html`<path class="lt-cross" d="M-6 -6L6 6M-6 6L6 -6" />`
    }
    ${!below && html`<text class="lt-window" x=${side + 1} y=${high}>${minus(look.window)}</text>`}
    <text
      class=${below ? 'lt-name lt-name--below' : 'lt-name'}
      x=${below ? 0 : -side}
      y=${below ? 28 : high}
    >
      ${short(node.name, below ? 7 : 12)}
    </text>
    ${
      node.folded > 0 &&
      html`<text class="lt-fold" y="41">
        … ${node.folded} ${node.folded === 1 ? 'node' : 'nodes'}
      </text>`
    }
    ${
      mark &&
      html`<g class="lt-mark" transform="translate(0 -24)">
        <circle r="9" />
        <text y="4">${mark}</text>
      </g>`
    }
  </g>`;
}

function odds({ odds: part }) {
  return part === undefined ? '' : String(Number(part.toFixed(3)));
}

/** The end of a name that is too long: of a path, its last move. */
function short(name, most) {
  const last = [...name].length > most ? name.split('·').at(-1) : name;
  return [...last].length > most ? `${[...last].slice(0, most - 1).join('')}…` : last;
}

/** Scrolls the stage, and only the stage, to a node. */
function reveal(stage, id) {
  const node = stage?.querySelector(`[data-node="${id}"]`);
  if (!node) return;
  const frame = stage.getBoundingClientRect();
  const box = node.getBoundingClientRect();
  const inside =
    box.left > frame.left + 20 &&
    box.right < frame.right - 20 &&
    box.top > frame.top &&
    box.bottom < frame.bottom;
  if (inside) return;
  stage.scrollBy({
    left: box.left + box.width / 2 - frame.left - frame.width / 2,
    top: box.top + box.height / 2 - frame.top - frame.height / 2,
    behavior: moving() ? 'smooth' : 'auto',
  });
}

const GLYPHS = {
  aima: { max: '△', min: '▽', chance: '○', player: '⬡' },
  rivest: { max: '□', min: '○', chance: '◇', player: '⬡' },
};

/** What the signs mean, only those that occur. */
export function Legend({ film, style }) {
  const there = new Set(film.nodes.map(({ kind }) => kind));
  const glyphs = GLYPHS[style === 'rivest' ? 'rivest' : 'aima'];
  const words = {
    max: 'MAX moves',
    min: 'MIN moves',
    chance: 'chance moves',
    player: 'one of several players moves',
  };
  return html`<ul class="lt-legend" aria-label="Legend">
    ${Object.entries(words)
      .filter(([kind]) => there.has(kind))
      .map(([kind, word]) => html`<li><b>${glyphs[kind]}</b> ${word}</li>`)}
    ${
      film.windowed &&
      html`
        <li><b>[α, β]</b> the window</li>
        <li><b>≥ ≤</b> a bound so far</li>
        <li><b>┄‖</b> cut off</li>
      `
    }
    ${
      film.weighted &&
      html`
        <li>inside <b>${valueSign(film)}</b></li>
        <li>on edges <b>w</b></li>
        <li>beside <b>[a, π]</b>: where the best tip lies, its penalty from here</li>
      `
    }
    <li>
      <b class="lt-legend-line">━</b> ${
        film.weighted ? 'the way to the best tip; at the end the best line' : 'best line so far'
      }
    </li>
    <li><b>◯</b> the current node, ringed</li>
  </ul>`;
}

/** The tree as a nested list, for those who do not see the picture. */
export function Outline({ pane, step }) {
  const { film } = pane.trace;
  const looks = pane.player.at(step);
  const shown = states(film, looks);
  const branch = (id) => html`<li
    key=${id}
    aria-current=${id === film.steps[step].node ? 'step' : undefined}
  >
    ${minus(describe(film, id, looks[id], shown[id]))}
    ${film.nodes[id].folded > 0 && `, ${film.nodes[id].folded} nodes folded`}
    ${below(id).length > 0 && html`<ul>${below(id).map(branch)}</ul>`}
  </li>`;
  const below = (id) =>
    pane.player.children[id].filter((child) => film.nodes[child].x !== undefined);
  return html`<ul class="learn-outline">${branch(0)}</ul>`;
}
