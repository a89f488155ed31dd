// 'What is this?': a small button that shows the help paragraph of a term.
import { html, signal, useId, useRef } from '/lib/preact.js';
import { get } from '/lib/api.js';
import { link } from '/lib/router.js';

/** The help: { terms, keys }, null until it came; { error } where it did not. */
export const help = signal(null);
/** @type {Promise<void> | null} */
let asked = null;

/** Asks for the help, once. */
export function loadHelp() {
  asked ??= get('/api/help').then(
    (found) => {
      help.value = found;
    },
    (error) => {
      help.value = { terms: [], keys: [], error };
      asked = null;
    },
  );
  return asked;
}

/** An info button for a term. It stands behind the word that it explains. */
export function Term({ id, label }) {
  const panel = useRef(null);
  const name = useId();
  function place(event) {
    loadHelp();
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    const { style } = panel.current;
    style.left = `${Math.max(8, Math.min(left, innerWidth - 340))}px`;
    style.top = `${Math.min(bottom + 4, innerHeight - 120)}px`;
  }
  return html`<span class="term">
    <button
      type="button"
      class="term-button"
      popovertarget=${name}
      onClick=${place}
      aria-label=${`What is ${label ?? id}?`}
    >
      ?
    </button>
    <span id=${name} ref=${panel} popover class="term-panel" role="note">
      <${Paragraph} id=${id} />
    </span>
  </span>`;
}

function Paragraph({ id }) {
  const found = help.value?.terms.find((term) => term.id === id);
  if (!help.value) return html`<p>One moment…</p>`;
  if (help.value.error) return html`<p>${help.value.error.message}</p>`;
  if (!found)
    return html`<p>There is no help on this yet. <a href=${link.help()}>All terms</a></p>`;
  return html`
    <b>${found.title}</b>
    <p>${found.text}</p>
    <a href=${link.help(id)}>More in the help</a>
  `;
}
