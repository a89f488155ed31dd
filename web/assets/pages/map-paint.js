// Paints the map on a canvas: boxes, labels, what is hidden; and above them what is chosen, hovered
// or at work.
import { fillOf } from '/pages/map-colour.js';
import { restOf, stands } from '/pages/map-model.js';
import { move } from '/lib/words.js';
import { minus, opposite } from '/lib/format.js';

/** Pixels of a row, at least. */
export const ROW = 26;

const HEIGHTS = [44, 38, 32]; // pixels of a row where there is room

const FONT = '12.5px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const LEAST = 0.6; // pixels: what is narrower is not drawn
const widths = new Map();

const GLYPHS = {
  decided: '■',
  ended: '■',
  parked: '!',
  new: '○',
  asked: '◐',
  see: '↺',
  again: '⟳',
};

/** Signs before a move, for people who do not see the colours. */
export function signs(box) {
  const { flags } = box;
  const state = flags.includes('r') ? '◐' : (GLYPHS[box.state] ?? '');
  return (
    state +
    (flags.includes('w') ? '◉' : '') +
    (flags.includes('u') ? '✎' : '') +
    (flags.includes('n') ? '¶' : '')
  );
}

/** The value of a box in words, turned where the point of view is; `~` before an engine's own search. */
export function worthOf(box, turned) {
  if (!box.value) return '';
  const own = box.flags.includes('o') ? '~' : '';
  return own + minus(turned ? opposite(box.value) : box.value);
}

/** How high rows are when so many levels are to be seen. */
export function rowHeight(levels, height) {
  return HEIGHTS.find((row) => (levels + 1) * row <= height) ?? ROW;
}

/**
 * Where things lie: `place.x(part)` and `place.y(depth)` in pixels, `place.row` is the height of a
 * row.
 */
export function placing(view, width, row = ROW) {
  const scale = width / (view.b - view.a);
  return { scale, row, x: (part) => (part - view.a) * scale, y: (depth) => (depth - view.y) * row };
}

/** The height of a box: one that only points elsewhere is low. */
export function heightOf(box, row) {
  return stands(box) ? row - 1 : Math.round(row * 0.66);
}

/**
 * Paints all boxes that can be seen; answers how many. `scene`: { model, view, width, height,
 * colours, way, changes, turned }.
 */
export function paintBoxes(context, scene) {
  const { view, width, height, colours, row } = scene;
  const place = placing(view, width, row);
  context.clearRect(0, 0, width, height);
  context.font = FONT;
  context.textBaseline = 'middle';
  const first = Math.max(0, Math.floor(view.y));
  const last = Math.min(scene.model.levels.length - 1, Math.ceil(view.y + height / row));
  const hatch = hatching(context, colours);
  let drawn = 0;
  for (let depth = first; depth <= last; depth += 1)
    drawn += paintLevel(context, scene, place, depth, hatch);
  paintLine(context, scene, place);
  return drawn;
}

function paintLevel(context, scene, place, depth, hatch) {
  let [drawn, edge] = [0, -1];
  for (const box of scene.model.levels[depth]) {
    const x = place.x(box.x);
    const right = x + box.w * place.scale;
    if (right < 0) continue;
    if (x > scene.width) break;
    if (right - Math.max(x, edge) < LEAST) continue;
    edge = right;
    paintBox(context, scene, box, x, place.y(depth), right - x);
    paintRest(context, scene, box, place, hatch);
    drawn += 1;
  }
  return drawn;
}

function paintBox(context, scene, box, x, y, width) {
  const { fill, ink } = fillOf(box, scene.way, scene.colours, scene.changes);
  const inset = width > 4 ? 1 : 0;
  const height = heightOf(box, scene.row);
  context.fillStyle = fill;
  context.fillRect(x, y, width - inset, height);
  if (width > 6) border(context, scene, box, x, y, width - 1, height);
  if (width > 17) paintLabel(context, scene, box, x, y + height / 2, width, ink);
}

/** Borders tell states by shape: dashed is not analysed yet, double is a repetition. */
function border(context, { colours }, box, x, y, width, height) {
  const dashed = box.state === 'new';
  const twice = box.state === 'again';
  if (!dashed && !twice) return;
  context.strokeStyle = colours.strong;
  context.lineWidth = 1;
  context.setLineDash(dashed ? [3, 3] : []);
  context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  if (twice && width > 8) context.strokeRect(x + 2.5, y + 2.5, width - 5, height - 5);
  context.setLineDash([]);
}

function paintLabel(context, scene, box, x, middle, width, ink) {
  const left = Math.max(x, 0) + 4;
  const room = Math.min(x + width, scene.width) - left - 4;
  const text = fitting(context, box, scene.turned, room);
  if (!text) return;
  context.fillStyle = ink;
  context.fillText(text, left, middle + 0.5);
}

function fitting(context, box, turned, room) {
  const name = box.move ? move(box.move) : 'root';
  const full =
    box.number && (!box.parent || !box.number.endsWith('...'))
      ? `${box.number.replace('...', '…')}${name}`
      : name;
  const [sign, value] = [signs(box), worthOf(box, turned)];
  const choices = [
    `${sign && `${sign} `}${full}  ${value}`,
    `${sign && `${sign} `}${full}`,
    full,
    name,
    sign,
  ];
  return choices.find((text) => text && wide(context, text) <= room);
}

function wide(context, text) {
  let width = widths.get(text);
  if (width === undefined) {
    if (widths.size > 20000) widths.clear();
    width = context.measureText(text).width;
    widths.set(text, width);
  }
  return width;
}

function paintRest(context, scene, box, place, hatch) {
  const rest = restOf(box);
  if (!rest) return;
  const x = Math.max(place.x(rest.x), 0);
  const right = Math.min(place.x(rest.x + rest.w), scene.width);
  if (right - x < 3) return;
  const y = place.y(box.d + 1);
  context.fillStyle = hatch;
  context.fillRect(x, y, right - x - 1, place.row - 1);
  const text = rest.n > 0 ? `… ${rest.n}` : '';
  if (!text || wide(context, text) > right - x - 10) return;
  context.fillStyle = scene.colours.page;
  context.fillRect(x + 3, y + place.row / 2 - 8, wide(context, text) + 6, 15);
  context.fillStyle = scene.colours.muted;
  context.fillText(text, x + 6, y + place.row / 2);
}

function hatching(context, colours) {
  const tile = document.createElement('canvas');
  tile.width = 8;
  tile.height = 8;
  const pen = /** @type {CanvasRenderingContext2D} */ (tile.getContext('2d'));
  pen.strokeStyle = colours.line;
  pen.lineWidth = 1.4;
  pen.beginPath();
  for (const at of [-8, 0, 8]) {
    pen.moveTo(at - 1, 9);
    pen.lineTo(at + 9, -1);
  }
  pen.stroke();
  return context.createPattern(tile, 'repeat');
}

/** The best line has a thick edge. */
function paintLine(context, { model, colours, width }, place) {
  context.strokeStyle = colours.ink;
  context.lineWidth = 2;
  for (let box = model.boxes[0]; box; box = box.kids.find((kid) => kid.line)) {
    const x = Math.max(-4, place.x(box.x));
    const right = Math.min(width + 4, place.x(box.x + box.w));
    if (right > 0 && x < width && right - x > 3)
      context.strokeRect(x + 1, place.y(box.d) + 1, right - x - 3, place.row - 3);
  }
}

/** Paints what changes often, on a canvas of its own: { hover, selected, running } are boxes. */
export function paintOver(context, scene, { hover, selected, running, focused, shift }) {
  const { colours, width, height } = scene;
  const place = placing(scene.view, width, scene.row);
  context.clearRect(0, 0, width, height);
  for (const box of running)
    outline(context, place, box, { style: colours.ink, thick: 2, dash: [5, 4], shift });
  if (hover) outline(context, place, hover, { style: colours.strong, thick: 2 });
  if (!selected) return;
  outline(context, place, selected, { style: colours.page, thick: 5 });
  outline(context, place, selected, { style: focused ? colours.focus : colours.accent, thick: 3 });
}

/** @param {any} look */
function outline(context, place, box, look) {
  const { style, thick, dash = [], shift = 0 } = look;
  const x = place.x(box.x);
  const width = Math.max(3, box.w * place.scale - 1);
  context.strokeStyle = style;
  context.lineWidth = thick;
  context.setLineDash(dash);
  context.lineDashOffset = shift;
  context.strokeRect(
    x + 1,
    place.y(box.d) + 1,
    Math.max(2, width - 2),
    heightOf(box, place.row) - 2,
  );
  context.setLineDash([]);
}
