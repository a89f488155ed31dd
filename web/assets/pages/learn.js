// The Learn page: searches step by step on trees and games, alone or side by side.
import { cls, html, useEffect, useRef } from '/lib/preact.js';
import { minus } from '/lib/format.js';
import { useKeys } from '/lib/keys.js';
import { exercises } from '/lib/lessons.js';
import { title } from '/lib/router.js';
import { Trouble, Waiting } from '/lib/parts.js';
import {
  address,
  choose,
  examples,
  fit,
  length,
  lesson,
  open,
  panes,
  playing,
  predict,
  seek,
  step,
  stepOf,
  style,
  trouble,
  waiting,
} from '/pages/learn-state.js';
import { Setup } from '/pages/learn-setup.js';
import { Controls, usePlaying } from '/pages/learn-controls.js';
import { Legend, Outline, Tree } from '/pages/learn-tree.js';
import {
  Board,
  Code,
  Counters,
  Cuts,
  Difference,
  Fold,
  Numbers,
  Plan,
  Stack,
  Vector,
  Worlds,
} from '/pages/learn-side.js';
import { Quiz, answer, ask, marksFor, question, settle, verdict } from '/pages/learn-predict.js';
import { Penalties, canTurn, turnedLooks, usePenalties } from '/pages/learn-rivest.js';
import { Formula } from '/pages/learn-formula.js';
import { Climbed, Conflicts, Queens } from '/pages/learn-queens.js';
import { canEdit, editLeaf } from '/pages/learn-edit.js';
import { Export } from '/pages/learn-export.js';
import { titleOf } from '/pages/learn-searches.js';

const KEPT_AFTER = 250;

function forward() {
  if (question.value) return skip();
  const next =
    predict.value && panes.value.length > 0 && step.value + 1 < length.value
      ? ask(panes.value[0], step.value + 1)
      : null;
  verdict.value = null;
  if (!next) return seek(step.value + 1);
  playing.value = false;
  question.value = next;
  return undefined;
}

function skip() {
  settle(question.value);
  question.value = null;
  verdict.value = null;
  seek(step.value + 1);
}

function leap(to) {
  playing.value = false;
  question.value = null;
  verdict.value = null;
  seek(to);
}

function reply(given) {
  const at = question.value?.step;
  if (answer(given)) seek(at);
}

function togglePlay() {
  if (!playing.value && step.value === length.value - 1) seek(0);
  playing.value = !playing.value;
}

function togglePredict() {
  predict.value = !predict.value;
  question.value = null;
  verdict.value = null;
}

/** A click on a node answers the question, or goes to the next step about it. */
function picked(pane, id) {
  if (question.value?.kind === 'pick') return reply(id);
  const { steps } = pane.trace.film;
  const next = steps.findIndex(({ node }, i) => i > step.value && node === id);
  const to = next >= 0 ? next : steps.findIndex(({ node }) => node === id);
  return to >= 0 ? leap(to) : undefined;
}

function useLearnKeys() {
  const nth = (event, key) => {
    const asked = question.value;
    if (asked?.kind === 'pick' && asked.options[key - 1] !== undefined)
      reply(asked.options[key - 1]);
  };
  useKeys('learn', {
    back: () => leap(step.value - 1),
    step: forward,
    first: () => leap(0),
    last: () => leap(length.value - 1),
    play: togglePlay,
    restart: () => leap(0),
    predict: togglePredict,
    yes: () => reply(true),
    no: () => reply(false),
    nth,
  });
}

/** Keeps the address bar at what is shown, a moment after the last change. */
function useAddress() {
  const now = lesson.value && !waiting.value && examples.value ? address().href : null;
  useEffect(() => {
    if (!now) return undefined;
    const wait = setTimeout(() => history.replaceState(history.state, '', now), KEPT_AFTER);
    return () => clearTimeout(wait);
  }, [now]);
}

/** @param {{ route: Route }} props */
export function Page({ route }) {
  useEffect(() => {
    open(route);
  }, [route]);
  useEffect(() => {
    question.value = null;
    verdict.value = null;
  }, [panes.value]);
  useLearnKeys();
  useAddress();
  usePlaying(forward);
  const now = lesson.value;
  const about = examples.value?.find(({ id }) => id === now?.id);
  useEffect(() => title(about?.title, 'Learn'), [about]);
  if (!now)
    return trouble.value
      ? html`<div class="narrow">
          <h1>Learn</h1>
          <${Trouble} error=${trouble.value} retry=${() => open(route)} />
        </div>`
      : html`<${Waiting} />`;
  return html`<div
    class=${cls('learn', waiting.value && 'learn--waiting')}
    aria-busy=${waiting.value}
  >
    <div class="learn-head">
      <h1>Learn</h1>
      ${exercises && html`<a class="button no-print" href=${exercises}>Exercises</a>`}
      <${Setup} />
    </div>
    ${about && html`<${About} about=${about} notes=${!predicting()} />`}
    ${
      trouble.value &&
      html`<${Trouble} error=${trouble.value} retry=${now.id ? () => choose(now.id) : undefined} />`
    }
    ${panes.value.length > 0 && html`<${Lesson} panes=${panes.value} />`}
  </div>`;
}

/** Whether the reader is still guessing: nothing may tell what comes. */
function predicting() {
  return predict.value && step.value < length.value - 1;
}

function About({ about, notes }) {
  return html`<div class="learn-about">
    <p>${about.about}</p>
    ${
      notes &&
      about.notes &&
      html`<details>
        <summary>What to look for</summary>
        <p class="learn-notes">${minus(about.notes)}</p>
      </details>`
    }
  </div>`;
}

function Lesson({ panes: all }) {
  const two = all.length > 1;
  const steps = all.map(stepOf);
  const titles = all.map(({ search }) => titleOf(search));
  const films = all.every(({ kind }) => kind === 'film');
  return html`
    <${Controls}
      forward=${forward}
      back=${() => leap(step.value - 1)}
      togglePlay=${togglePlay}
      togglePredict=${togglePredict}
    />
    ${predict.value && films && html`<${Quiz} onAnswer=${reply} onSkip=${skip} />`}
    ${
      two &&
      films &&
      html`<${Difference} panes=${all} steps=${steps} titles=${titles} ends=${!predicting()} />`
    }
    <div class=${cls('learn-panes', two && 'learn-panes--two')}>
      ${all.map(
        (pane, i) =>
          html`<${Pane}
            key=${i}
            pane=${pane}
            at=${steps[i]}
            name=${two ? titles[i] : ''}
            first=${i === 0}
          />`,
      )}
    </div>
  `;
}

function Pane({ pane, at, name, first }) {
  const picture = useRef(null);
  const svg = () => picture.current.querySelector('svg');
  const climb = pane.kind === 'climb';
  const said = climb ? pane.trace.frames[at].caption : pane.trace.film.steps[at].text;
  const kind = climb ? 'leaf' : pane.trace.film.steps[at].kind;
  return html`<section class="learn-pane" aria-label=${name || 'The search'}>
    <div class="learn-main panel">
      ${name && html`<h2 class="learn-pane-name">${name}</h2>`}
      <p
        class=${cls('learn-caption', `learn-caption--${kind}`)}
        aria-live=${first ? 'polite' : 'off'}
      >
        ${formatted(said)}
      </p>
      <div ref=${picture} class="learn-picture">
        ${
          climb
            ? html`<${Queens} trace=${pane.trace} step=${at} />`
            : html`<${Film} pane=${pane} step=${at} said=${said} />`
        }
      </div>
      ${
        climb
          ? html`<div class="panel-body">
              <${Climbed} trace=${pane.trace} step=${at} />
              <${Conflicts} trace=${pane.trace} step=${at} seek=${leap} />
            </div>`
          : html`
              <${Legend} film=${pane.trace.film} style=${styleOf(pane)} />
              <div class="panel-body"><${Counters} pane=${pane} step=${at} /></div>
            `
      }
      <div class="panel-body">
        <${Export} pane=${pane} step=${at} picture=${svg} style=${climb ? '' : styleOf(pane)} />
      </div>
    </div>
    ${!climb && html`<${Side} pane=${pane} at=${at} alone=${!name} />`}
  </section>`;
}

function styleOf({ trace }) {
  return style.value === 'auto' ? (trace.film.weighted ? 'rivest' : 'aima') : style.value;
}

function Film({ pane, step: at, said }) {
  usePenalties(pane, at);
  const { over, chain } = turnedLooks(pane, pane.player.at(at));
  return html`<${Tree}
    pane=${pane}
    step=${at}
    style=${styleOf(pane)}
    fit=${fit.value}
    over=${over}
    chain=${chain}
    marks=${marksFor(pane)}
    label=${minus(said)}
    onPick=${(id) => picked(pane, id)}
    onEdit=${canEdit(pane) ? (id) => editLeaf(pane, id) : undefined}
  />`;
}

function Side({ pane, at, alone }) {
  const { trace } = pane;
  const { film } = trace;
  return html`<div class="learn-side">
    ${trace.hint && html`<p class="learn-hint">${trace.hint}</p>`}
    ${
      film.untold > 0 &&
      html`<p class="learn-hint">${film.untold} later events are left out: there were too many.</p>`
    }
    <${Fold} title="At this step">
      <${Numbers} film=${film} step=${at} />
      <${Stack} pane=${pane} step=${at} />
      <${Formula} pane=${pane} step=${at} />
      <${Vector} trace=${trace} step=${at} />
      <${Board} film=${film} step=${at} />
    <//>
    ${canTurn(pane) && html`<${Penalties} pane=${pane} />`}
    <${Worlds} trace=${trace} step=${at} />
    <${Fold} title="Program" open=${alone && !matchMedia('(max-width: 767px)').matches}>
      <${Code} film=${film} step=${at} />
    <//>
    ${!predicting() && html`<${Cuts} film=${film} seek=${leap} /><${Plan} film=${film} />`}
    <${Fold} title="The tree as a list" open=${false}><${Outline} pane=${pane} step=${at} /><//>
  </div>`;
}

/** l_3 with its index below the line. */
function formatted(text) {
  return minus(text)
    .split(/\b(l_\d+)\b/)
    .map((part, i) => (i % 2 ? html`<i>l<sub>${part.slice(2)}</sub></i>` : part));
}
