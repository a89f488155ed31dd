// The boxes of a map: built from the server's rows, walked by tree relation, made finer where
// the user looks closely.

/** Fields of a row's array, in order. */
export const FIELDS = [
  'node',
  'parent',
  'x',
  'width',
  'depth',
  'move',
  'number',
  'value',
  'win',
  'state',
  'flags',
  'hidden',
];

/**
 * A picture: { boxes, levels, byNode, root, rows }. A box has { i, node, parent, kids, x, w, d,
 * move, number, value, win, state, flags, hidden, line }: parent and kids are boxes, `line` says
 * that it lies on the best line of the root.
 * @param {Pick<MapAnswer, 'rows' | 'root' | 'size'> & { path?: Crumb[], top?: Crumb }} data
 */
export function build(data) {
  const boxes = [];
  const levels = [];
  const byNode = new Map();
  for (const row of data.rows) add(boxes, row);
  const top = data.path?.at(-1) ?? data.top;
  Object.assign(boxes[0], { move: top?.move ?? '', number: top?.number ?? '' });
  for (const box of boxes) {
    (levels[box.d] ??= []).push(box);
    const known = byNode.get(box.node);
    if (stands(box) && (!known || known.w < box.w)) byNode.set(box.node, box);
  }
  markLine(boxes[0]);
  return { boxes, levels, byNode, top, root: data.root, rows: data.rows, size: data.size };
}

function add(boxes, row) {
  const [node, parent, x, w, d, move, number, value, win, state, flags, hidden] = row;
  const above = parent < 0 ? null : boxes[parent];
  const box = {
    i: boxes.length,
    node,
    parent: above,
    kids: [],
    x,
    w,
    d,
    move,
    number,
    value,
    win,
    state,
    flags,
    hidden,
    line: false,
  };
  above?.kids.push(box);
  boxes.push(box);
}

/** Whether a position stands in this box, rather than being seen from it. */
export function stands(box) {
  return box.state !== 'see' && box.state !== 'again';
}

function markLine(first) {
  for (let box = first; box; box = box.kids.find((kid) => kid.flags.includes('b'))) box.line = true;
}

/** Replaces what lies below a box by a finer picture of it. */
export function graft(model, cover, finer) {
  const { rows } = model;
  const from = cover.i;
  let to = from + 1;
  while (to < rows.length && rows[to][4] > cover.d) to += 1;
  const shift = finer.rows.length - (to - from);
  const inner = finer.rows.map((row, i) =>
    i === 0 ? rows[from].with(11, row[11]) : placed(row, cover, from),
  );
  const after = rows.slice(to).map((row) => (row[1] >= to ? row.with(1, row[1] + shift) : row));
  return build({
    root: model.root,
    size: model.size,
    top: model.top,
    rows: [...rows.slice(0, from), ...inner, ...after],
  });
}

function placed(row, cover, from) {
  const next = row.slice();
  next[1] = row[1] + from;
  next[2] = cover.x + row[2] * cover.w;
  next[3] = row[3] * cover.w;
  next[4] = row[4] + cover.d;
  return next;
}

/** The narrowest box that holds a part of the root's width, with what lies below it. */
export function coverOf(model, low, high) {
  let found = model.boxes[0];
  for (;;) {
    const inner = found.kids.find((kid) => stands(kid) && kid.x <= low && kid.x + kid.w >= high);
    if (!inner) return found;
    found = inner;
  }
}

/** How much of the picture lies elsewhere than before, from 0 to 1. */
export function moved(before, after) {
  if (before.root !== after.root || before.size !== after.size) return 1;
  const levels = Math.min(8, Math.max(before.levels.length, after.levels.length));
  let sum = 0;
  for (let d = 1; d < levels; d += 1)
    sum += levelMoved(before.levels[d] ?? [], after.levels[d] ?? []);
  return levels > 1 ? Math.min(1, sum / (levels - 1)) : 0;
}

function levelMoved(before, after) {
  const key = (box) => `${box.parent.node} ${box.node}`;
  const was = new Map(before.map((box) => [key(box), box.w]));
  let sum = 0;
  for (const box of after) {
    sum += Math.abs(box.w - (was.get(key(box)) ?? 0));
    was.delete(key(box));
  }
  for (const w of was.values()) sum += w;
  return sum / 2;
}

/** Whether two answers show the same. */
export function same(a, b) {
  return (
    a === b ||
    (a.rows.length === b.rows.length &&
      a.root === b.root &&
      a.rows.every((row, i) => FIELDS.every((_, f) => row[f] === b.rows[i][f])))
  );
}

/** The boxes from the root to this one. */
export function wayTo(box) {
  const way = [];
  for (let at = box; at; at = at.parent) way.unshift(at);
  return way;
}

/** The box where the arrow keys lead: 'up', 'down', 'left' or 'right'. */
export function neighbour(model, box, way) {
  if (!box) return model.boxes[0];
  if (way === 'up') return box.parent ?? box;
  if (way === 'down')
    return box.kids.reduce((wide, kid) => (!wide || kid.w > wide.w ? kid : wide), null) ?? box;
  const level = model.levels[box.d];
  const at = level.indexOf(box) + (way === 'left' ? -1 : 1);
  return level[at] ?? box;
}

/** The box under a point: x from 0 to 1 of the root, and a depth. */
export function boxAt(model, x, depth) {
  const level = model.levels[depth] ?? [];
  let [low, high] = [0, level.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const box = level[middle];
    if (x < box.x) high = middle - 1;
    else if (x > box.x + box.w) low = middle + 1;
    else return box;
  }
  return null;
}

/** What is not shown below a box: { x, w, n } or null. `n` counts moves of the graph. */
export function restOf(box) {
  if (!stands(box) || (box.kids.length === 0 && box.hidden === 0)) return null;
  const last = box.kids.at(-1);
  const x = last ? last.x + last.w : box.x;
  const w = box.x + box.w - x;
  return w > 0 ? { x, w, n: box.hidden } : null;
}

/** The widest boxes but the first, the widest first. */
export function widest(model, count) {
  return model.boxes
    .slice(1)
    .filter(stands)
    .sort((a, b) => b.w - a.w)
    .slice(0, count);
}
