// Textbook exercises: answers are graded by the server, which computes every expected answer; the
// score stays in this browser.
import { cls, html, signal, useEffect, useState } from '/lib/preact.js';
import { get, post } from '/lib/api.js';
import { link, title } from '/lib/router.js';
import { Loaded, Panel, Trouble, Waiting } from '/lib/parts.js';

const PLACE = 'gametree.exercises';

/** What was reached: { name: { right, parts } }. */
const scores = signal(stored());

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) || '{}');
    return typeof found === 'object' && found ? found : {};
  } catch {
    return {};
  }
}

function keep(next) {
  scores.value = next;
  try {
    localStorage.setItem(PLACE, JSON.stringify(next));
  } catch {
    /* Storage is off: the score lasts as long as the tab. */
  }
}

/** What the server says at an address, asked once: { data, error }. */
function useOnce(path) {
  const [now, setNow] = useState(/** @type {any} */ ({ path: null, data: null, error: null }));
  useEffect(() => {
    if (!path) return undefined;
    const stop = new AbortController();
    get(path, { signal: stop.signal }).then(
      (data) => setNow({ path, data, error: null }),
      (error) => error.name !== 'AbortError' && setNow({ path, data: null, error }),
    );
    return () => stop.abort();
  }, [path]);
  return now.path === path ? now : { data: null, error: null };
}

/** A text that was wrapped for terminals, as one paragraph; lines that begin with a space or after an
 * empty line stay where they are.
 * @param {string} text
 */
const flowing = (text) => text.replace(/([^\n])\n(?=[^\s])/g, '$1 ');

/** @param {{ route: Route }} props */
export function Page({ route }) {
  const list = useOnce('/api/learn/exercises');
  useEffect(() => title('Exercises', 'Learn'), []);
  const name = route.exercise ?? list.data?.exercises[0]?.name;
  return html`<div class="exercises wide">
    <header class="row">
      <h1 class="grow">Exercises</h1>
      <a class="button" href="/learn">Lessons</a>
    </header>
    <${Loaded} of=${list} rows=${6}>
      ${({ exercises }) => html`<div class="exercises-in">
        <${List} exercises=${exercises} current=${name} />
        <${Exercise} key=${name} name=${name} />
      </div>`}
    <//>
  </div>`;
}

function List({ exercises, current }) {
  const all = Object.values(scores.value);
  const right = all.reduce((sum, one) => sum + one.right, 0);
  const parts = all.reduce((sum, one) => sum + one.parts, 0);
  return html`<nav class="exercises-list panel" aria-label="Exercises">
    <p class="exercises-score" role="status">
      <b>${right}</b> of ${parts} right ${
        parts > 0 &&
        html`<button
          type="button"
          class="button button--small button--quiet"
          onClick=${() => keep({})}
        >
          Reset score
        </button>`
      }
    </p>
    <ul>
      ${exercises.map(
        (one) => html`<li key=${one.name}>
          <a
            href=${link.exercises(one.name)}
            aria-current=${one.name === current ? 'page' : undefined}
          >
            ${one.title}
            <small class="muted">${one.source}</small>
          </a>
          <${Mark} of=${scores.value[one.name]} />
        </li>`,
      )}
    </ul>
  </nav>`;
}

function Mark({ of }) {
  if (!of) return null;
  const all = of.right === of.parts;
  return html`<span class=${cls('chip', all && 'exercises-all')}>
    ${all && html`<span aria-hidden="true">✓ </span>`}
    ${of.right}/${of.parts}
  </span>`;
}

/** One exercise: its text, a field for each part, and what came of the answers. */
function Exercise({ name }) {
  const asked = useOnce(`/api/learn/exercises/${encodeURIComponent(name)}`);
  const [graded, setGraded] = useState(/** @type {any} */ (null));
  const [state, setState] = useState(/** @type {any} */ ({ busy: false, error: null }));
  const shown = graded ?? asked.data;
  if (asked.error) return html`<${Trouble} error=${asked.error} />`;
  if (!shown) return html`<${Panel} title="Exercise"><${Waiting} rows=${6} /><//>`;
  async function send(form, solve) {
    const answers = shown.parts.map((_, i) => new FormData(form).get(`part-${i}`) ?? '');
    setState({ busy: true, error: null });
    try {
      const path = `/api/learn/exercises/${encodeURIComponent(name)}`;
      const found = await post(path, { answers, solve });
      setGraded(found);
      if (!solve) keep({ ...scores.value, [name]: scoreOf(found) });
      setState({ busy: false, error: null });
    } catch (error) {
      setState({ busy: false, error });
    }
  }
  const submit = (event) => {
    event.preventDefault();
    send(event.currentTarget, false);
  };
  return html`<section class="panel exercise" aria-label=${shown.title}>
    <header class="panel-head">
      <h2>${shown.title}</h2>
      <span class="muted">${shown.source}</span>
    </header>
    <form class="panel-body" onSubmit=${submit}>
      <p class="exercise-text">${flowing(shown.text)}</p>
      ${shown.parts.map((part, i) => html`<${Part} key=${i} part=${part} number=${i} />`)}
      ${state.error && html`<${Trouble} error=${state.error} />`}
      <div class="row">
        <button class="button button--primary" disabled=${state.busy}>Check</button>
        <button
          type="button"
          class="button"
          disabled=${state.busy}
          onClick=${(event) => send(event.currentTarget.form, true)}
        >
          Show solutions
        </button>
        <span class="exercise-sum" role="status">
          ${graded && `${graded.score} of ${graded.parts.length} right`}
        </span>
      </div>
      ${shown.see.length > 0 && html`<${See} commands=${shown.see} />`}
    </form>
  </section>`;
}

const scoreOf = ({ score, parts }) => ({ right: score, parts: parts.length });

function See({ commands }) {
  return html`<details class="exercise-see">
    <summary>Commands that show more</summary>
    ${commands.map((command) => html`<pre>${command}</pre>`)}
  </details>`;
}

function Part({ part, number }) {
  const why = reason(part);
  const id = `part-${number}`;
  const { correct } = part;
  return html`<fieldset
    class=${cls(
      'exercise-part',
      correct === true && 'exercise-part--right',
      correct === false && 'exercise-part--wrong',
    )}
  >
    <legend>${number + 1}. ${part.ask}</legend>
    <${Field} id=${id} form=${part.form} label=${part.ask} />
    <details class="exercise-hint"><summary>Hint</summary><p>${part.hint}</p></details>
    <div aria-live="polite">
      ${correct === true && html`<p><b class="told-right">✓ Right.</b> ${why}</p>`}
      ${
        correct === false &&
        html`<p><b class="told-wrong">✗ Wrong.</b> Expected <b>${part.expected}</b>. ${why}</p>`
      }
      ${correct === null && part.expected && html`<p>Expected <b>${part.expected}</b>. ${why}</p>`}
      ${part.remark && part.expected && html`<p class="muted">${part.remark}</p>`}
    </div>
  </fieldset>`;
}

/** Why, without the answer that stands before it already. */
function reason({ why, expected }) {
  const text = why?.startsWith(`${expected}: `) ? why.slice(expected.length + 2) : (why ?? '');
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) || !text ? '' : '.');
}

function Field({ id, form, label }) {
  if (form.kind === 'choice')
    return html`<div class="exercise-choices">
      ${form.choices.map(
        ({ answer, text }) => html`<label class="check">
          <input type="radio" name=${id} value=${answer} /> <b>${answer}</b>
          ${text && text !== answer ? ` ${text}` : ''}
        </label>`,
      )}
    </div>`;
  return html`<input
    type="text"
    name=${id}
    aria-label=${label}
    placeholder=${form.help}
    autocomplete="off"
    spellcheck=${false}
  />`;
}
