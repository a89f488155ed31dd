// Previews: the board shows for a moment the position of a row that the pointer or the focus is on.
import { signal } from '/lib/preact.js';
import { at, get } from '/lib/api.js';

const WAIT = 60; // milliseconds before a row counts as looked at
const MOST = 400;

/** What is previewed: { key, board, last }, or null. */
export const preview = signal(null);

const boards = new Map();
let timer = 0;
/** @type {string | null} */
let wanted = null;

/** Ends the preview. */
export function endPreview() {
  clearTimeout(timer);
  wanted = null;
  if (preview.peek()) preview.value = null;
}

/** Previews a board that is known. */
export function previewBoard(key, board, last) {
  if (wanted === key) return;
  clearTimeout(timer);
  wanted = key;
  timer = setTimeout(() => {
    preview.value = { key, board, last };
  }, WAIT);
}

/**
 * Previews a position of the graph.
 * @param {string} id
 * @param {number} node
 * @param {Squares | null} [last]
 */
export function previewNode(id, node, last) {
  const key = `${id}/${node}`;
  if (wanted === key) return;
  clearTimeout(timer);
  wanted = key;
  timer = setTimeout(async () => {
    const found = await boardOf(id, node).catch(() => null);
    if (found && wanted === key)
      preview.value = { key, board: found.board, last: last ?? found.last };
  }, WAIT);
}

/**
 * @param {string} id
 * @param {number} node
 */
async function boardOf(id, node) {
  const key = `${id}/${node}`;
  if (!boards.has(key)) {
    const { board, last } = await get(at(id, 'node', node));
    boards.set(key, { board, last });
    if (boards.size > MOST) boards.delete(boards.keys().next().value);
  }
  return boards.get(key);
}

/** What an element needs so that it previews: spread it. `start` begins the preview. */
export function previewing(start) {
  return {
    onPointerMove: (event) =>
      event.pointerType === 'mouse' && (event.movementX || event.movementY) && start(),
    onPointerLeave: endPreview,
    onFocus: (event) => event.currentTarget.matches(':focus-visible') && start(),
    onBlur: endPreview,
  };
}
