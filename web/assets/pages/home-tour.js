// A short tour: what the pages are for, one thought at a time.
import { html, useState } from '/lib/preact.js';
import { show } from '/lib/dialog.js';

const STEPS = [
  [
    'A project remembers everything',
    'A project is a graph of positions in one file. Engines answer questions about positions, ' +
      'and no answer is ever lost: stop at any time, go on tomorrow.',
  ],
  [
    'Two numbers, never mixed',
    'Value is what follows from everything below a position. Direct is the engine’s own score of ' +
      'that very position. Where the two disagree there is a ≠, and it is worth a look.',
  ],
  [
    'You steer',
    'In Analyse you walk the graph with the arrow keys. Exclude a move, boost a line, add your ' +
      'own, watch a position. What you enter is never removed, and every action can be undone.',
  ],
  [
    'See the whole',
    'Map draws the whole graph: the wider a move, the more it counts for the result. Queue says ' +
      'what is asked next, and why. Stats tells what changed since you looked.',
  ],
  [
    'Learn how it works',
    'Learn shows searches step by step, and lets you guess the next step. Lab plays matches and ' +
      'says when a difference is real.',
  ],
  [
    'Help is one key away',
    'Press ? for the keys of a page and Ctrl+K for every command. The small round ? behind a ' +
      'word says what it means.',
  ],
];

function Tour({ close }) {
  const [at, setAt] = useState(0);
  const [title, text] = STEPS[at];
  const last = at === STEPS.length - 1;
  return html`<div class="tour">
    <p class="muted">${at + 1} of ${STEPS.length}</p>
    <div aria-live="polite"><h3>${title}</h3><p>${text}</p></div>
    <div class="dialog-foot">
      <button type="button" class="button" disabled=${at === 0} onClick=${() => setAt(at - 1)}>
        Back
      </button>
      ${last ? html`<a class="button" href="/learn" onClick=${() => close()}>Open Learn</a>` : null}
      <button
        type="button"
        class="button button--primary"
        autofocus
        onClick=${() => (last ? close() : setAt(at + 1))}
      >
        ${last ? 'Done' : 'Next'}
      </button>
    </div>
  </div>`;
}

/** Opens the tour. */
export function openTour() {
  return show(Tour, { title: 'Tour' });
}
