// A lesson inside the text of the book: the tree of the classroom, one step at a time. It asks no
// server: whoever shows it has the trace.
import { cls, html, useMemo, useState } from '/lib/preact.js';
import { minus } from '/lib/format.js';
import { Player } from '/pages/learn-film.js';
import { Counters, Numbers } from '/pages/learn-side.js';
import { Legend, Tree } from '/pages/learn-tree.js';

/** @param {{ trace: any, href?: string }} props */
export function Lesson({ trace, href }) {
  const pane = useMemo(() => ({ trace, player: new Player(trace) }), [trace]);
  const [step, setStep] = useState(0);
  const { film } = trace;
  const last = film.steps.length - 1;
  const { text, kind } = film.steps[step];
  const style = film.weighted ? 'rivest' : 'aima';
  const to = (wanted) => setStep(Math.max(0, Math.min(last, wanted)));
  const pick = (id) => {
    const next = film.steps.findIndex(({ node }, i) => i > step && node === id);
    to(next >= 0 ? next : film.steps.findIndex(({ node }) => node === id));
  };
  return html`<figure class="lesson panel" aria-label="Lesson">
    <p class=${cls('learn-caption', `learn-caption--${kind}`)} aria-live="polite">${minus(text)}</p>
    <div class="learn-picture">
      <${Tree} pane=${pane} step=${step} style=${style} label=${minus(text)} onPick=${pick} />
    </div>
    <${Legend} film=${film} style=${style} />
    <div class="panel-body lesson-steps">
      <button type="button" class="button" disabled=${step === 0} onClick=${() => to(step - 1)}>
        Back
      </button>
      <button
        type="button"
        class="button button--primary"
        disabled=${step === last}
        onClick=${() => to(step + 1)}
      >
        Next step
      </button>
      <input
        type="range"
        min="0"
        max=${last}
        value=${step}
        onInput=${(event) => to(Number(event.currentTarget.value))}
        aria-label="Step"
        aria-valuetext=${`step ${step + 1} of ${last + 1}`}
      />
      <output>step <b>${step + 1}</b> / ${last + 1}</output>
      ${href && html`<a href=${href}>Open in the classroom</a>`}
    </div>
    <div class="panel-body">
      <${Numbers} film=${film} step=${step} />
      <${Counters} pane=${pane} step=${step} />
    </div>
  </figure>`;
}
