// A short tour: what the pages are for, one thought at a time.
import { html, useState } from '/lib/preact.js';
import { show } from '/lib/dialog.js';

const STEPS = [
  [
    'A project remembers everything',
    'A project is a graph of positions in one file. Engines analyse the positions, and no result ' +
      'is ever lost: stop at any time, resume tomorrow.',
  ],
  [
    'Two numbers, never mixed',
    'Eval is what follows from everything below a position. Direct is the engine’s own score of ' +
      'that very position. A ≠ marks where they disagree: look there first.',
  ],
  [
    'You steer',
    'In Analyse you walk the graph with the arrow keys. Exclude a move, boost a line, add your ' +
      'own, watch a position. Engines never remove what you enter, and most actions can be undone.',
  ],
  [
    'See the whole',
    'Map draws the whole graph: the wider a move, the more it counts for the result. Queue shows ' +
      'what is analysed next, and why. Stats shows what changed since your last visit.',
  ],
  [
    'Learn how it works',
    'Learn shows searches step by step, and lets you guess the next step. Lab plays matches and ' +
      'tells when a difference is real.',
  ],
  [
    'Help is one key away',
    'Press ? for the keys of a page and Ctrl+K for every command. The small round ? behind a ' +
      'word explains it.',
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
