// Predict first: before a step is shown the page asks what it will be, and keeps the score.
import { html, signal } from '/lib/preact.js';
import { minus } from '/lib/format.js';
import { isTip } from '/pages/learn-film.js';

const PLACE = 'gametree.learn.score';
const MOST = 9;

/**
 * What is asked now: { text, kind: 'pick'|'yes', options, answer, step }; null where nothing is.
 */
export const question = signal(null);
/** What came of the last answer: { right, text }. */
export const verdict = signal(null);
/** Answers so far. */
export const score = signal(stored());

/** Steps of a pane that were asked about: going back and on again asks nothing twice. */
const settled = new WeakMap();

function stored() {
  try {
    const { right, asked } = JSON.parse(localStorage.getItem(PLACE) || '{}');
    return Number.isInteger(right) && Number.isInteger(asked)
      ? { right, asked }
      : { right: 0, asked: 0 };
  } catch {
    return { right: 0, asked: 0 };
  }
}

function keep(next) {
  score.value = next;
  try {
    localStorage.setItem(PLACE, JSON.stringify(next));
  } catch {
    /* Storage is off: the score lasts as long as the tab. */
  }
}

/** Sets the score back to nothing. */
export function resetScore() {
  keep({ right: 0, asked: 0 });
  verdict.value = null;
}

/** The question before a step; null where there is nothing to ask, or it was asked before. */
export function ask(pane, step) {
  if (pane.kind !== 'film' || step >= pane.trace.film.steps.length) return null;
  return settled.get(pane)?.has(step) ? null : about(pane, step);
}

/** Never asks about a step again. */
export function settle({ pane, step }) {
  if (!settled.has(pane)) settled.set(pane, new Set());
  settled.get(pane).add(step);
}

function about(pane, step) {
  const { film } = pane.trace;
  const { kind, node } = film.steps[step];
  const looks = pane.player.at(step - 1);
  if (kind === 'leaf')
    return pick(pane, step, 'Which leaf is visited next?', nextLeaves(pane, looks, node), node);
  if (kind === 'select')
    return pick(pane, step, 'Which tip is expanded next?', tips(pane, looks), node);
  if (film.windowed && decides(film, step)) return cut(pane, step, looks);
  if (kind === 'result') return move(pane, step);
  return null;
}

function pick(pane, step, text, all, answer) {
  const options = nearest(all, answer);
  return options.length > 1 && options.includes(answer)
    ? { kind: 'pick', text, options, answer, step, pane }
    : null;
}

/** At most nine, the answer among them, in their order. */
function nearest(all, answer) {
  const at = all.indexOf(answer);
  const from = Math.max(0, Math.min(at - 4, all.length - MOST));
  return all.slice(from, from + MOST);
}

/** Drawn tips that were not looked at yet, from left to right. */
function nextLeaves({ trace: { film } }, looks, answer) {
  const fits = (id) =>
    id === answer || (isTip(film.nodes[id]) && ['unseen', 'old', 'cut'].includes(looks[id].state));
  return ordered(film, fits);
}

/** Drawn tips of the tree in memory that can be expanded. */
function tips({ trace: { film }, player }, looks) {
  const known = (id) => looks[id].state !== 'unseen';
  const fits = (id) => known(id) && film.nodes[id].tip === '' && !player.children[id].some(known);
  return ordered(film, fits);
}

function ordered(film, fits) {
  const drawn = film.nodes
    .map((_, id) => id)
    .filter((id) => film.nodes[id].x !== undefined && fits(id));
  return drawn.sort((a, b) => film.nodes[a].x - film.nodes[b].x);
}

/** Whether a value has just come up to the node of this step: α or β is compared with it now. */
function decides({ steps }, step) {
  const { kind, node } = steps[step];
  const told = steps[step - 1];
  return (
    kind === 'improve' || (kind === 'cutoff' && !(told.kind === 'improve' && told.node === node))
  );
}

/** Whether the value that has just come up cuts off the moves that are left. */
function cuts({ steps }, step) {
  const here = steps[step];
  const next = steps[step + 1];
  return here.kind === 'cutoff' || (next?.kind === 'cutoff' && next.node === here.node);
}

/** Asked where moves are left. */
function cut(pane, step, looks) {
  const { film } = pane.trace;
  const { node, value } = film.steps[step];
  const left = pane.player.children[node].some((child) =>
    ['unseen', 'old', 'cut'].includes(looks[child].state),
  );
  if (!left) return null;
  const { mover, name } = film.nodes[node];
  const worth = film.steps[step - 1]?.value || value;
  const text = minus(
    `${mover} at ${name} has just seen a move worth ${worth}. Are its other moves cut off?`,
  );
  return { kind: 'yes', text, answer: cuts(film, step), step, pane };
}

function move(pane, step) {
  const { film } = pane.trace;
  const best = pane.player.at(step)[0].best;
  const options = pane.player.children[0]
    .filter((id) => film.nodes[id].x !== undefined)
    .slice(0, MOST);
  if (best === null || options.length < 2 || !options.includes(best)) return null;
  return {
    kind: 'pick',
    text: `Which move does ${film.nodes[0].mover} play?`,
    options,
    answer: best,
    step,
    pane,
  };
}

/** Takes an answer: a node, true or false. Gives whether it was one to the question. */
export function answer(given) {
  const asked = question.value;
  if (!asked || (asked.kind === 'yes') !== (typeof given === 'boolean')) return false;
  if (asked.kind === 'pick' && !asked.options.includes(given)) return false;
  const right = given === asked.answer;
  keep({ right: score.value.right + (right ? 1 : 0), asked: score.value.asked + 1 });
  verdict.value = { right, text: right ? 'Right.' : `No: ${told(asked)}.` };
  settle(asked);
  question.value = null;
  return true;
}

function told({ kind, answer: wanted, pane }) {
  if (kind === 'yes') return wanted ? 'they are cut off' : 'they are still searched';
  return `it is ${pane.trace.film.nodes[wanted].name}`;
}

/** Numbers beside the nodes that can be chosen. */
export function marksFor(pane) {
  const asked = question.value;
  if (asked?.kind !== 'pick' || asked.pane !== pane) return undefined;
  return new Map(asked.options.map((id, i) => [id, i + 1]));
}

/** The question with its buttons, the verdict and the score. */
export function Quiz({ onAnswer, onSkip }) {
  const asked = question.value;
  const said = verdict.value;
  const { right, asked: count } = score.value;
  return html`<div class="learn-quiz panel" role="group" aria-label="Predict first">
    <div class="learn-quiz-say" aria-live="polite">
      ${
        said &&
        html`<span class=${said.right ? 'told-right' : 'told-wrong'}>
          <b>${said.right ? '✓' : '✗'}</b> ${said.text} </span>`
      }
      ${
        asked
          ? html`<b>${asked.text}</b>`
          : html`<span class="muted">Continue: the page asks before each decision.</span>`
      }
    </div>
    ${
      asked &&
      html`<div class="row">
        ${buttons(asked, onAnswer)}
        <button type="button" class="button button--quiet" onClick=${onSkip}>Reveal</button>
      </div>`
    }
    <span class="learn-score">
      ${right} of ${count} right
      ${
        count > 0 &&
        html`<button type="button" class="button button--small button--quiet" onClick=${resetScore}>
          Reset score
        </button>`
      }
    </span>
  </div>`;
}

function buttons({ kind, options, pane }, onAnswer) {
  if (kind === 'yes') {
    return html`
      <button type="button" class="button" onClick=${() => onAnswer(true)}>Yes <kbd>y</kbd></button>
      <button type="button" class="button" onClick=${() => onAnswer(false)}>No <kbd>n</kbd></button>
    `;
  }
  return options.map(
    (id, i) => html`<button key=${id} type="button" class="button" onClick=${() => onAnswer(id)}>
      <kbd>${i + 1}</kbd> ${pane.trace.film.nodes[id].name}
    </button>`,
  );
}
