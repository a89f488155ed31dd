// What the Learn page knows: the lesson, the films, the step; all of it also in the address.
import { batch, computed, signal } from '/lib/preact.js';
import { get, post } from '/lib/api.js';
import { lessonAddress } from '/lib/lessons.js';
import { Player } from '/pages/learn-film.js';

/** All lessons, null before they are known. */
export const examples = signal(null);
/** What is shown: { id, game, position, with, against, depth, nodes, seed }. */
export const lesson = signal(null);
/** One or two panes: { kind: 'film'|'climb', trace, player }. */
export const panes = signal([]);
export const trouble = signal(null);
export const waiting = signal(false);
export const step = signal(0);
export const playing = signal(false);
/** Steps in a second. */
export const speed = signal(1);
/** `auto`, `aima` or `rivest`. */
export const style = signal('auto');
export const predict = signal(false);
/** The exponent on the slider of Rivest's lesson; null: the search's own. */
export const turned = signal(null);
/** The whole tree at once: yes, no, or null where it can still be read. */
export const fit = signal(null);

export const length = computed(() => Math.max(1, ...panes.value.map(paneLength)));

/** Positions of Monte-Carlo searches where no number is given: more rounds are hard to follow. */
const ROUNDS = 400;
const FIELDS = ['game', 'position', 'with', 'against', 'depth', 'nodes', 'seed'];
const EMPTY = {
  game: '',
  position: '',
  with: 'alphabeta',
  against: '',
  depth: null,
  nodes: null,
  seed: null,
};

/** The steps of a pane. */
export function paneLength({ kind, trace }) {
  return kind === 'climb' ? trace.frames.length : trace.film.steps.length;
}

/** The step of a pane: the shorter one waits at its end. */
export function stepOf(pane) {
  return Math.min(step.value, paneLength(pane) - 1);
}

/** Goes to a step. */
export function seek(to) {
  step.value = Math.max(0, Math.min(length.value - 1, to));
  if (step.value === length.value - 1) playing.value = false;
}

let asked = 0;

/**
 * Reads the address and shows what it says.
 * @param {Route} route
 */
export async function open(route) {
  try {
    examples.value ??= (await get('/api/learn/examples')).examples;
  } catch (error) {
    trouble.value = error;
    return;
  }
  const { query } = route;
  const base = examples.value.find(({ id }) => id === route.example);
  const from =
    base ??
    (query.game
      ? { ...EMPTY, id: '' }
      : (examples.value.find(({ id }) => id === 'aima') ?? examples.value[0]));
  const wanted = { id: from.id };
  for (const field of FIELDS) wanted[field] = read(field, query[field], from[field]);
  batch(() => {
    style.value = ['aima', 'rivest'].includes(query.style) ? query.style : 'auto';
    predict.value = query.predict === '1';
  });
  const again = lesson.value && FIELDS.every((field) => lesson.value[field] === wanted[field]);
  if (!again) await load(wanted);
  if (route.example && !base)
    trouble.value = {
      message: `There is no lesson '${route.example}'.`,
      hint: 'Select one above.',
    };
  const p = Number(query.p);
  turned.value = Number.isInteger(p) && p >= 1 && p <= 50 ? p : null;
  if (query.step !== undefined) seek(Number(query.step) - 1 || 0);
}

function read(field, text, usual) {
  const number = ['depth', 'nodes', 'seed'].includes(field);
  if (text === undefined) return usual ?? (number ? null : '');
  return number ? (text === '' ? null : Number(text)) : text;
}

/** Changes the lesson: `change({ with: 'pvs' })`. */
export function change(part) {
  return load({ ...lesson.value, ...part });
}

/** Shows a lesson of the list. */
export function choose(id) {
  const found = examples.value.find((example) => example.id === id);
  if (found)
    load({ id, ...Object.fromEntries(FIELDS.map((field) => [field, found[field] ?? null])) });
}

async function load(wanted) {
  asked += 1;
  const mine = asked;
  batch(() => {
    lesson.value = wanted;
    waiting.value = true;
    playing.value = false;
  });
  try {
    const all = [wanted.with, wanted.against].filter(Boolean);
    const first = await pane(wanted, all[0]);
    const others = all.slice(1).map((search) => pane(wanted, search, firstBoard(first)));
    const found = [first, ...(await Promise.all(others))];
    if (mine === asked) show(found);
  } catch (error) {
    if (mine === asked)
      batch(() => {
        trouble.value = error;
        panes.value = [];
      });
  }
  if (mine === asked) waiting.value = false;
}

function show(found) {
  batch(() => {
    trouble.value = null;
    panes.value = found;
    step.value = 0;
    turned.value = null;
  });
}

/** The rows of the queens that a climb starts with, so that another can start there too. */
function firstBoard({ kind, trace }) {
  return kind === 'climb' ? trace.frames[0].rows : null;
}

/** One search, asked for; a climb from `start` where it is given. Throws what the server refused. */
export async function pane(wanted, search, start = null) {
  const queens = /^queens:(\d+)$/.exec(wanted.game.trim());
  if (queens) {
    const trace = await post('/api/learn/climb', {
      queens: Number(queens[1]),
      with: search,
      seed: wanted.seed ?? 1,
      start,
    });
    return { kind: 'climb', search, trace };
  }
  const trace = await post('/api/learn/trace', question(wanted, search));
  return { kind: 'film', search, trace, player: new Player(trace) };
}

function question({ game, position, depth, nodes: given, seed }, search) {
  const ask = { game, with: search };
  const nodes = given ?? (/^(is)?mcts\b/.test(search) ? ROUNDS : null);
  if (position) ask.position = position;
  for (const [name, value] of Object.entries({ depth, nodes, seed }))
    if (value !== null) ask[name] = value;
  return ask;
}

/** The address of everything that is shown. */
export function address() {
  const now = lesson.value;
  const base = examples.value?.find(({ id }) => id === now.id);
  const url = new URL(lessonAddress(base ? now.id : ''), location.href);
  for (const field of FIELDS) {
    const usual = base ? (base[field] ?? '') : (EMPTY[field] ?? '');
    if (String(now[field] ?? '') !== String(usual)) url.searchParams.set(field, now[field] ?? '');
  }
  if (style.value !== 'auto') url.searchParams.set('style', style.value);
  if (predict.value) url.searchParams.set('predict', '1');
  if (turned.value !== null) url.searchParams.set('p', String(turned.value));
  if (step.value > 0) url.searchParams.set('step', String(step.value + 1));
  return url;
}
