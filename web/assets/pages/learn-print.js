// Prints the film: one step a page, with its sentence and its tree.
import { html, render } from '/lib/preact.js';
import { minus } from '/lib/format.js';
import { toast } from '/lib/toast.js';
import { Tree } from '/pages/learn-tree.js';

const MOST = 120;

/** Prints all steps of a pane, from the current one where they are too many. */
export function printSteps(pane, step, style) {
  const { film } = pane.trace;
  const from = film.steps.length > MOST ? step : 0;
  const steps = film.steps.map((_, i) => i).slice(from, from + MOST);
  if (steps.length < film.steps.length)
    toast(
      `Only ${steps.length} of ${film.steps.length} steps are printed, from step ${from + 1} on.`,
    );
  const sheet = document.createElement('div');
  sheet.className = 'learn-print';
  document.body.append(sheet);
  document.documentElement.classList.add('learn-printing');
  render(
    steps.map(
      (i) => html`<section key=${i}>
        <p><b>${i + 1} / ${film.steps.length}</b> ${minus(film.steps[i].text)}</p>
        <${Tree} pane=${pane} step=${i} style=${style} fit=${true} label="" />
      </section>`,
    ),
    sheet,
  );
  window.addEventListener(
    'afterprint',
    () => {
      render(null, sheet);
      sheet.remove();
      document.documentElement.classList.remove('learn-printing');
    },
    { once: true },
  );
  window.print();
}
