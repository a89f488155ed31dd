// A new match, test or sweep: a dialog with good defaults and examples; what the server refuses
// stays in it.
import { html, useEffect, useRef, useState } from '/lib/preact.js';
import { get, post } from '/lib/api.js';
import { show } from '/lib/dialog.js';
import { refresh } from '/lib/socket.js';
import { go, link } from '/lib/router.js';
import { Choice, Trouble, Waiting } from '/lib/parts.js';
import { SearchPicker } from '/pages/lab-search.js';
import { EXAMPLES } from '/pages/lab-examples.js';
import { Field, Limit, More, Openings, Over, Test } from '/pages/lab-fields.js';

/** What the dialog holds before anybody has changed it. */
const USUAL = {
  a: 'minmax',
  b: 'alphabeta',
  game: 'connect4',
  limits: { time: '10ms' },
  limits_a: '',
  limits_b: '',
  clock: 'cpu',
  openings: 'auto',
  games: 100,
  sprt: '0,10',
  elo_model: 'logistic',
  over: 'p=5,10,20,40',
  seed: 1,
  threads: '',
  max_plies: '',
  game_clock: '',
  adjudicate_win: '',
  adjudicate_draw: '',
};

const DEFAULT_GAMES = { match: 100, test: 20000, sweep: 100 };

/**
 * Opens the dialog: kind is match, test or sweep; `run` fills it, as an example or another run's
 * request does.
 * @param {string} kind
 * @param {Partial<NewRun>} [run]
 */
export async function openNew(kind, run = {}) {
  const started = await show(({ close }) => html`<${New} ...${{ kind, run, close }} />`, {
    title: 'New run',
    wide: true,
    className: 'lab-new',
  });
  if (!started) return;
  refresh('/api/runs');
  go(link.lab(started.id));
}

/**
 * @template {object} T
 * @param {T} of
 * @returns {Partial<T>}
 */
function withoutNulls(of) {
  const given = Object.entries(of).filter(([, value]) => value !== null);
  return /** @type {Partial<T>} */ (Object.fromEntries(given));
}

/**
 * The dialog for a run like this one.
 * @param {LabRun} run
 */
export function openLike(run) {
  const { kind, ...request } = run.request;
  const given = withoutNulls(request);
  given.limits = withoutNulls(given.limits ?? {});
  return openNew(kind === 'sweep' ? 'sweep' : request.sprt ? 'test' : 'match', given);
}

/** @param {Partial<NewRun>} run */
function filled(kind, run) {
  return { ...USUAL, games: DEFAULT_GAMES[kind], ...run };
}

/**
 * What is sent; what is empty is left out.
 * @returns {any}
 */
function request(kind, form) {
  const {
    a,
    b,
    game,
    limits,
    limits_a,
    limits_b,
    clock,
    openings,
    games,
    sprt,
    elo_model,
    over,
    seed,
    threads,
    max_plies,
    game_clock,
    adjudicate_win,
    adjudicate_draw,
  } = form;
  const timed = game_clock ? { limits: {}, clock: null, game_clock } : {};
  const test = kind === 'test' ? { sprt, elo_model } : {};
  const swept = kind === 'sweep' ? { over } : {};
  /** @type {NewRun} */
  const all = {
    kind: kind === 'sweep' ? 'sweep' : 'match',
    a,
    b,
    game,
    limits,
    limits_a,
    limits_b,
    clock,
    openings,
    games: number(games),
    ...test,
    ...swept,
    seed: number(seed),
    threads: number(threads),
    max_plies: number(max_plies),
    adjudicate_win,
    adjudicate_draw,
    ...timed,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== '' && value !== null),
  );
}

function number(text) {
  return text === '' || text === null || text === undefined ? null : Number(text);
}

/** @param {{ kind: any, run: LabRun, close: any }} props */
function New({ kind: first, run, close }) {
  const [kind, setKind] = useState(first);
  const [form, setForm] = useState(() => filled(first, run));
  const [lists, setLists] = useState(null);
  const [error, setError] = useState(null);
  const [busy, setBusy] = useState(false);
  const foot = useRef(null);
  useEffect(() => {
    if (error) foot.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const set = (change) => setForm((before) => ({ ...before, ...change }));
  useEffect(() => {
    about().then(setLists, setError);
  }, []);
  const turn = (next) => {
    setKind(next);
    if (Number(form.games) === DEFAULT_GAMES[kind]) set({ games: DEFAULT_GAMES[next] });
  };
  async function submit(event) {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      close(await post('/api/runs', request(kind, form)));
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  }
  if (!lists) return error ? html`<${Trouble} error=${error} />` : html`<${Waiting} />`;
  return html`<form class="form" onSubmit=${submit}>
    <div class="row">
      <${Choice}
        label="Kind"
        value=${kind}
        set=${turn}
        options=${[
          ['match', 'Match'],
          ['test', 'SPRT'],
          ['sweep', 'Sweep'],
        ]}
      />
      <span class="muted">${SAYS[kind]}</span>
    </div>
    <${Examples} kind=${kind} take=${(example) => setForm(filled(kind, example))} />
    <${Game} games=${lists.games} value=${form.game} set=${(game) => set({ game })} />
    <div class="lab-pair">
      <${SearchPicker}
        label="A"
        hint=${kind === 'sweep' ? 'the search with the parameter' : 'results are from A’s side'}
        value=${form.a}
        set=${(a) => set({ a })}
        ...${{
          searches: lists.searches,
          engines: kind === 'sweep' ? [] : lists.engines,
          game: form.game,
          swept: kind === 'sweep' ? (form.over ?? '').split('=')[0].trim() : undefined,
        }}
      />
      <${SearchPicker}
        label="B"
        hint="the opponent"
        value=${form.b}
        set=${(b) => set({ b })}
        ...${{ searches: lists.searches, engines: lists.engines, game: form.game }}
      />
    </div>
    ${kind === 'sweep' && html`<${Over} form=${form} set=${set} searches=${lists.searches} />`}
    ${kind === 'test' && html`<${Test} form=${form} set=${set} />`}
    <div class="lab-grid">
      <${Limit} form=${form} set=${set} />
      <${Openings} value=${form.openings} set=${(openings) => set({ openings })} />
      <${Field}
        label=${kind === 'test' ? 'Games, at most' : kind === 'sweep' ? 'Games per value' : 'Games'}
        type="number"
        min="2"
        max="10000000"
        step="2"
        required
        value=${form.games}
        set=${(games) => set({ games })}
        hint="an even number: every opening is played twice"
      />
    </div>
    <${More} form=${form} set=${set} processors=${lists.processors} />
    ${error && html`<${Trouble} error=${error} />`}
    <div class="dialog-foot" ref=${foot}>
      <button type="button" class="button" onClick=${() => close(null)}>Cancel</button>
      <button class="button button--primary" disabled=${busy}>
        ${busy ? 'Starting…' : `Start the ${kind === 'test' ? 'test' : kind}`}
      </button>
    </div>
  </form>`;
}

const SAYS = {
  match: 'a fixed number of games, then the Elo difference with its interval',
  test: 'stops as soon as one of two hypotheses is clear',
  sweep: 'a match for each value of a parameter',
};

/** @type {any} */
let known = null;

/** The games and searches of the program, asked for once, and the engines of the server. */
async function about() {
  known ??= await get('/api/about');
  const { engines } = await get('/api/engines');
  const list = (part, name) => (Array.isArray(part) ? part : (part?.[name] ?? []));
  return {
    games: list(known.games, 'games'),
    searches: list(known.searches, 'searches'),
    engines: engines.filter((engine) => engine.id !== 'builtin'),
    processors: known.processors,
  };
}

function Examples({ kind, take }) {
  const fitting = EXAMPLES.filter((example) => example.kind === kind);
  return html`<div class="row lab-chips">
    <span class="muted">Examples:</span>
    ${fitting.map(
      (example) => html`<button
        type="button"
        class="chip chip--button"
        title=${example.text}
        onClick=${() => take(example.run)}
      >
        ${example.title}
      </button>`,
    )}
  </div>`;
}

function Game({ games, value, set }) {
  const family = value.startsWith('(') ? 'tree' : value.split(':')[0];
  const entry = games.find((game) => game.name === family);
  return html`<div class="lab-grid lab-grid--game">
    <div class="field">
      <label for="lab-game">Game</label>
      <select
        id="lab-game"
        value=${family}
        onChange=${(e) => set(games.find((game) => game.name === e.currentTarget.value).example)}
      >
        ${games.map(
          (game) =>
            html`<option value=${game.name} selected=${game.name === family}>${game.name}</option>`,
        )}
      </select>
    </div>
    <${Field}
      label="CLI name"
      value=${value}
      set=${set}
      required
      hint=${entry ? `${entry.form}: ${entry.about}` : 'the text of a tree, or a name'}
    />
  </div>`;
}
