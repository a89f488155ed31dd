// What is searched, by what, and against what: selects, the editor of trees, the maker of random
// ones.
import { html, useEffect, useState } from '/lib/preact.js';
import { post } from '/lib/api.js';
import { form, show } from '/lib/dialog.js';
import { change, choose, examples, lesson, pane } from '/pages/learn-state.js';
import { Options } from '/pages/learn-controls.js';
import { GAMES, kindOf, option, searchesFor, titleOf, withOption } from '/pages/learn-searches.js';

/** The row of selects. */
export function Setup() {
  const now = lesson.value;
  const pick = (event) => (event.currentTarget.value ? choose(event.currentTarget.value) : null);
  const title = examples.value.find(({ id }) => id === now.id)?.title ?? 'own tree or game';
  return html`<details
    class="learn-choose no-print"
    open=${!matchMedia('(max-width: 767px)').matches}
  >
    <summary>
      <b>${title}</b> · ${titleOf(now.with)}
      ${now.against && ` and ${titleOf(now.against)}`}
    </summary>
    <div class="learn-setup">
      <label>
        lesson <select value=${now.id} onChange=${pick}>
          ${!now.id && html`<option value="">own tree or game</option>`}
          ${examples.value.map(
            ({ id, title }) => html`<option key=${id} value=${id}>${title}</option>`,
          )}
        </select>
      </label>
      <${Search} label="algorithm" field="with" />
      <${Search} label="compare with" field="against" none="nothing" />
      <${OwnP} field="with" />
      <button type="button" class="button" onClick=${editor}>
        ${now.game.includes('(') ? 'Edit the tree' : 'Tree or game'}…
      </button>
      <button type="button" class="button" onClick=${limits}>Limits…</button>
      <${Options} />
    </div>
  </details>`;
}

function Search({ label, field, none }) {
  const now = lesson.value;
  const all = searchesFor(now.game);
  const own = now[field] && !all.some(([text]) => text === now[field]);
  const pick = (event) => change({ [field]: event.currentTarget.value });
  return html`<label>
    ${label} <select value=${now[field]} onChange=${pick}>
      ${none && html`<option value="">${none}</option>`}
      ${own && html`<option value=${now[field]}>${titleOf(now[field])}</option>`}
      ${all.map(([text, title]) => html`<option key=${text} value=${text}>${title}</option>`)}
    </select>
  </label>`;
}

/** p of the min/max approximation, with which it is searched. */
function OwnP({ field }) {
  const search = lesson.value[field];
  if (!/^minmax\b/.test(search) || kindOf(lesson.value.game) !== 'two') return null;
  const set = (event) => change({ [field]: withOption(search, 'p', event.currentTarget.value) });
  return html`<label>
    search
    p <input
      type="number"
      min="1"
      max="50"
      value=${option(search, 'p') ?? 10}
      onChange=${set}
      class="learn-own-p"
    />
  </label>`;
}

/** Depth, positions, seed and all options of the search. */
async function limits() {
  const now = lesson.value;
  const number = (name, label, hint) => ({
    name,
    label,
    type: 'number',
    value: now[name] ?? '',
    min: name === 'seed' ? 0 : 1,
    hint,
  });
  const found = await form({
    title: 'Limits and options',
    ok: 'Run',
    fields: [
      number('depth', 'Depth in plies', 'Empty: to the end in small games, else 3 plies.'),
      number(
        'nodes',
        'Positions at most',
        'Empty: 200,000, or 400 for Monte-Carlo searches. With a number here some searches deepen ply by ply.',
      ),
      number('seed', 'Seed', 'For everything random.'),
      {
        name: 'with',
        label: 'Algorithm with its options',
        value: now.with,
        required: true,
        hint: 'As on the command line: NAME:key=value,…',
      },
      { name: 'against', label: 'Compare with', value: now.against },
    ],
    send: async (values) => {
      const wanted = {
        ...now,
        ...values,
        with: values.with.trim(),
        against: values.against.trim(),
      };
      await Promise.all(
        [wanted.with, wanted.against].filter(Boolean).map((search) => pane(wanted, search)),
      );
      return wanted;
    },
  });
  if (found) change(found);
}

/** The editor: a tree as text, or a game; the server says at once what is wrong. */
async function editor() {
  const now = lesson.value;
  const found = await show(({ close }) => html`<${Editor} start=${now} close=${close} />`, {
    title: 'Tree or game',
    wide: true,
  });
  if (!found) return;
  const fits = searchesFor(found.game).map(([text]) => text.split(':')[0]);
  const keep = (search) => (fits.includes(search.split(':')[0]) ? search : '');
  change({
    ...found,
    id: '',
    with: keep(now.with) || searchesFor(found.game)[0][0],
    against: keep(now.against),
    depth: null,
    nodes: null,
  });
}

function Editor({ start, close }) {
  const [game, setGame] = useState(start.game);
  const [position, setPosition] = useState(start.position ?? '');
  const error = useCheck(game, position);
  const choice = (event) => {
    const found = GAMES.find(([name]) => name === event.currentTarget.value);
    if (found) {
      setGame(found[0]);
      setPosition(found[1]);
    }
  };
  const random = async () => {
    const made = await randomTree();
    if (made) {
      setGame(made);
      setPosition('');
    }
  };
  const submit = (event) => {
    event.preventDefault();
    if (!error) close({ game: game.trim(), position: position.trim() });
  };
  return html`<form class="form" onSubmit=${submit}>
    <div class="row">
      <label>
        game <select value=${GAMES.some(([name]) => name === game) ? game : ''} onChange=${choice}>
          <option value="">own tree</option>
          ${GAMES.map(([name, , title]) => html`<option value=${name}>${title}</option>`)}
        </select>
      </label>
      <button type="button" class="button" onClick=${random}>Random tree…</button>
    </div>
    <div class="field">
      <label for="learn-tree">Tree, or a game’s name</label>
      <textarea
        id="learn-tree"
        rows="8"
        spellcheck=${false}
        value=${game}
        onInput=${(event) => setGame(event.currentTarget.value)}
        aria-describedby="learn-grammar"
        autofocus
      ></textarea>
      <small id="learn-grammar" class="muted">
        (max (min 3 12 8) (min 2 4 6)) · (chance 0.5:3 0.5:-1) · three players (p1 [1 2 6] [4 3 3])
        · a name a:(min 1 2) · what an evaluator says (min ~7 3 12) · ; a comment
      </small>
    </div>
    <div class="field">
      <label for="learn-position">Position</label>
      <input
        id="learn-position"
        type="text"
        value=${position}
        onInput=${(event) => setPosition(event.currentTarget.value)}
        placeholder="starting position"
        spellcheck=${false}
      />
    </div>
    <div aria-live="polite">
      ${
        error
          ? html`<p class="trouble"><b>${error.message}</b> ${error.hint}</p>`
          : html`<p class="muted">Valid.</p>`
      }
    </div>
    <div class="dialog-foot">
      <button type="button" class="button" onClick=${() => close(null)}>Cancel</button>
      <button class="button button--primary" disabled=${Boolean(error)}>Run</button>
    </div>
  </form>`;
}

/** What the server says against a game, a moment after the typing stops. */
function useCheck(game, position) {
  const [error, setError] = useState(null);
  useEffect(() => {
    const wait = setTimeout(() => {
      const search = searchesFor(game)[0][0];
      pane({ game, position: position.trim(), depth: 1, nodes: null, seed: null }, search).then(
        () => setError(null),
        setError,
      );
    }, 250);
    return () => clearTimeout(wait);
  }, [game, position]);
  return error;
}

let last = { branching: 3, depth: 3, low: -9, high: 9, seed: 1, order: 'any', chance: false };

/** Asks for the shape of a random tree; gives its text, or null. */
async function randomTree() {
  const whole = (name, label, min, max) => ({
    name,
    label,
    type: 'number',
    value: last[name],
    min,
    max,
    required: true,
  });
  return form({
    title: 'A random tree',
    ok: 'Create',
    fields: [
      whole('branching', 'Moves per position', 1, 20),
      whole('depth', 'Plies', 1, 12),
      whole('low', 'Least value'),
      whole('high', 'Greatest value'),
      whole('seed', 'Seed', 0),
      {
        name: 'order',
        label: 'Order of moves',
        type: 'select',
        value: last.order,
        options: ['any', 'best first', 'worst first'],
        hint: 'Best first suits alpha-beta best.',
      },
      {
        name: 'chance',
        label: 'Chance moves at every other level',
        type: 'check',
        value: last.chance,
      },
    ],
    send: async (values) => {
      const made = await post('/api/learn/tree', values);
      last = { ...values, seed: values.seed + 1 };
      return made.tree;
    },
  });
}
