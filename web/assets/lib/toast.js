// Short notes at the edge: what was done, with a way to undo it, and what went wrong.
import { html, signal } from '/lib/preact.js';

const SECONDS = 10;
const shown = signal([]);
let last = 0;

/**
 * Says something: `toast('Excluded 21.Qe1', { undo: () => post(...) })`. Tone: note, good, bad.
 * @param {string} text
 * @param {{ undo?: () => void, hint?: string, tone?: string, seconds?: number }} [options]
 */
export function toast(text, { undo, hint = '', tone = 'note', seconds = SECONDS } = {}) {
  last += 1;
  const item = { id: last, text, undo, hint, tone };
  shown.value = [...shown.value.slice(-3), item];
  item.timer = setTimeout(() => drop(item), seconds * 1000);
  return () => drop(item);
}

/** Says what went wrong. */
export function fail(error) {
  if (error?.name === 'AbortError') return;
  toast(error?.message || 'That did not work.', { hint: error?.hint, tone: 'bad', seconds: 20 });
}

/** Undoes what the newest note offers to undo; false where there is nothing. */
export function undoLast() {
  const item = shown.peek().findLast((one) => one.undo);
  if (item) undo(item);
  return Boolean(item);
}

async function undo(item) {
  drop(item);
  try {
    await item.undo();
    toast('Undone.', { seconds: 3 });
  } catch (error) {
    fail(error);
  }
}

function drop(item) {
  clearTimeout(item.timer);
  shown.value = shown.value.filter((other) => other !== item);
}

/** Keeps a note while the pointer or the focus is in it. */
function stay(item) {
  clearTimeout(item.timer);
}

function leave(item) {
  clearTimeout(item.timer);
  item.timer = setTimeout(() => drop(item), 4000);
}

function Toast({ item }) {
  return html`<div
    class=${`toast toast--${item.tone}`}
    onPointerEnter=${() => stay(item)}
    onPointerLeave=${() => leave(item)}
    onFocusIn=${() => stay(item)}
    onFocusOut=${() => leave(item)}
  >
    <span class="toast-glyph" aria-hidden="true">
      ${{ bad: '!', good: '✓', note: 'i' }[item.tone]}
    </span>
    <span class="toast-text">${item.text}${item.hint && html`<small>${item.hint}</small>`}</span>
    ${
      item.undo &&
      html`<button type="button" class="button button--small" onClick=${() => undo(item)}>
        Undo
      </button>`
    }
    <button
      type="button"
      class="button button--icon"
      aria-label="Dismiss"
      onClick=${() => drop(item)}
    >
      ✕
    </button>
  </div>`;
}

/** Where notes appear; once, in the frame. */
export function Toasts() {
  return html`<div class="toasts" role="status" aria-live="polite" aria-label="Notes">
    ${shown.value.map((item) => html`<${Toast} key=${item.id} item=${item} />`)}
  </div>`;
}
