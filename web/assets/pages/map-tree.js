// Focus and context: the way to the chosen position, its moves, two siblings at every level; the
// rest is folded.
import { cls, html, useEffect, useMemo, useRef } from '/lib/preact.js';
import { stands, wayTo } from '/pages/map-model.js';
import { signs, worthOf } from '/pages/map-paint.js';
import { move } from '/lib/words.js';

const [WIDE, HIGH] = [118, 24];
const SIBLINGS = 2;
const MOVES = 10;
const AHEAD = 4; // moves of the best line below the chosen one
const LEVELS = 40; // of the way; what lies before is folded

/** Draws the tree around `focus`; `select(box)` is told when a move is clicked. */
export function Tree({ model, focus, turned, select, open }) {
  const frame = useRef(null);
  const tree = useMemo(() => lay(grow(model, focus)), [model, focus]);
  useEffect(() => {
    const { current } = frame;
    const here = tree.items.find((item) => item.box === focus);
    if (!current || !here) return;
    if (here.x < current.scrollLeft || here.x + 2 * WIDE > current.scrollLeft + current.clientWidth)
      current.scrollLeft = here.x - WIDE * 2;
    if (here.y < current.scrollTop || here.y + HIGH * 4 > current.scrollTop + current.clientHeight)
      current.scrollTop = here.y - HIGH * 2;
  }, [tree]);
  return html`<div
    class="map-tree"
    tabindex="0"
    role="group"
    aria-label="The tree around the selected position"
    ref=${frame}
    data-nodes=${tree.items.length}
  >
    <svg
      width=${tree.width}
      height=${tree.height}
      role="img"
      aria-label=${`The line to ${focus.move || 'the root'} and its ${focus.kids.length} moves`}
    >
      ${tree.items.map(
        (item) =>
          item.from &&
          html`<path
            class=${cls(
              'map-edge',
              item.onWay && 'map-edge--way',
              item.box?.flags.includes('b') && 'map-edge--best',
            )}
            d=${edge(item)}
          />`,
      )}
      ${tree.items.map(
        (item) =>
          html`<${Item}
            item=${item}
            focus=${focus}
            turned=${turned}
            select=${select}
            open=${open}
          />`,
      )}
    </svg>
  </div>`;
}

function edge({ from, x, y }) {
  const [x0, y0, y1] = [from.x + WIDE - 10, from.y + HIGH / 2, y + HIGH / 2];
  if (y0 === y1) return `M${x0} ${y0}H${x}`;
  return `M${x0} ${y0}H${x0 + 3}V${y1 - 5}Q${x0 + 3} ${y1} ${x0 + 8} ${y1}H${x}`;
}

function Item({ item, focus, turned, select, open }) {
  const { box, x, y, folded } = item;
  if (!box) {
    return html`<text class="map-folded" x=${x + 6} y=${y + 16}>
      … ${folded.n}
      ${folded.best ? ` (best ${worthOf(folded.best, turned)})` : ''}
    </text>`;
  }
  const here = box === focus;
  const name = box.move
    ? `${box.number.endsWith('...') ? '' : box.number}${move(box.move)}`
    : 'root';
  return html`<g
    class=${`map-item ${here ? 'map-item--here' : ''} ${item.onWay ? 'map-item--way' : ''}`}
    transform=${`translate(${x} ${y})`}
    onClick=${() => select(box)}
    onDblClick=${() => open(box)}
  >
    <title>${name} ${worthOf(box, turned)}</title>
    <rect width=${WIDE - 10} height=${HIGH - 4} y="2" rx="4" />
    <text x="6" y="16">${`${signs(box)} ${name}`.trim().slice(0, 11)}</text>
    <text class="map-item-value" x=${WIDE - 16} y="16">${worthOf(box, turned)}</text>
  </g>`;
}

/** Chooses what is shown: a tree of { box, kids, folded, onWay }. */
function grow(model, focus) {
  const way = wayTo(focus).slice(-LEVELS);
  const top = { box: way[0], kids: /** @type {any[]} */ ([]), onWay: true };
  let at = top;
  for (const next of way.slice(1)) {
    const shown = at.box.kids.filter(
      (kid, i) => kid === next || i < SIBLINGS + (at.box.kids.indexOf(next) < SIBLINGS ? 1 : 0),
    );
    at.kids = shown.map((box) => ({ box, kids: [], onWay: box === next }));
    fold(at, shown);
    at = at.kids.find((kid) => kid.box === next);
  }
  const moves = stands(focus) ? focus.kids.slice(0, MOVES) : [];
  at.kids = moves.map((box) => ({ box, kids: [], onWay: false }));
  fold(at, moves);
  follow(at.kids.find((kid) => kid.box?.flags.includes('b')) ?? at.kids[0]);
  return top;
}

/** The best line goes on for some moves. */
function follow(item) {
  for (
    let [at, left] = [item, AHEAD];
    at?.box && stands(at.box) && at.box.kids.length > 0 && left > 0;
    left -= 1
  ) {
    at.kids = [
      {
        box: at.box.kids.find((kid) => kid.flags.includes('b')) ?? at.box.kids[0],
        kids: [],
        onWay: false,
      },
    ];
    [at] = at.kids;
  }
}

function fold(item, shown) {
  const rest = item.box.kids.filter((kid) => !shown.includes(kid));
  const n = rest.length + (stands(item.box) ? item.box.hidden : 0);
  if (n > 0) item.kids.push({ box: null, kids: [], folded: { n, best: rest[0] ?? null } });
}

/** Gives every item its place: the first move stands in line with the position before it. */
function lay(top) {
  const items = [];
  let [row, deep] = [0, 0];
  const visit = (item, depth, from) => {
    const placed = { ...item, x: depth * WIDE, y: row * HIGH, from };
    deep = Math.max(deep, depth);
    items.push(placed);
    if (item.kids.length === 0) row += 1;
    for (const kid of item.kids) visit(kid, depth + 1, placed);
  };
  visit(top, 0, null);
  return { items, width: (deep + 1) * WIDE + 40, height: row * HIGH + 4 };
}
