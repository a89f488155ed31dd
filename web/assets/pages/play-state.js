// A game against a search: what is set, what was played, what the server says of it. The server
// keeps nothing, so all of it is here, and in this browser between two visits.
import { batch, signal } from '/lib/preact.js';
import { post } from '/lib/api.js';

const PLACE = 'gametree.play';

/** How long the opponent thinks: the name of a level and its limits. */
export const LEVELS = [
  ['100 nodes', { nodes: 100 }],
  ['1 000 nodes', { nodes: 1000 }],
  ['10 000 nodes', { nodes: 10_000 }],
  ['0.2 seconds', { seconds: 0.2 }],
  ['1 second', { seconds: 1 }],
  ['5 seconds', { seconds: 5 }],
];

/** What is set: { game, position, seat, with, level, seed, moves }. */
export const table = signal(null);
/** What the server says: the board, legal moves, the record; null before it does. */
export const view = signal(null);
/** What is awaited: '', 'look', 'reply' or 'hint'. */
export const busy = signal('');
export const trouble = signal(null);

function stored() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) || '{}') ?? {};
  } catch {
    return {};
  }
}

function save() {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...stored(), [table.value.game]: table.value }));
  } catch {
    /* Storage is off: the game lasts as long as the tab. */
  }
}

const seed = () => Math.floor(Math.random() * 2 ** 31);

/** Opens a game: the one that was left, or a new one. */
export function open(game, position = '') {
  const known = stored()[game];
  const fresh = { game, position, seat: 0, with: '', level: LEVELS[4][0], seed: seed(), moves: [] };
  table.value = known && known.position === position ? { ...fresh, ...known } : fresh;
  view.value = null;
  return goOn();
}

/** A new game, with other dice and cards. */
export function restart(change = {}) {
  table.value = { ...table.value, ...change, seed: seed(), moves: [] };
  return goOn();
}

/** Changes the opponent; the game goes on. */
export function change(part) {
  table.value = { ...table.value, ...part };
  return goOn();
}

/** Plays a move by its name. */
export function play(move) {
  table.value = { ...table.value, moves: [...view.value.moves, move] };
  return goOn();
}

/** How many moves remain when the user's last one is taken back; −1 where there is none. */
export function before({ record, seat }) {
  const own = record.filter(({ by }) => by !== null);
  return own.findLastIndex(({ by }) => by === seat);
}

/** Takes the user's last move back, and what followed it. */
export function takeBack() {
  const left = view.value ? before(view.value) : -1;
  if (left < 0) return undefined;
  table.value = { ...table.value, moves: view.value.moves.slice(0, left) };
  return goOn();
}

/** Asks what the search would play in the user's place. */
export function hint() {
  return ask('hint');
}

/** Shows the position at once, and then the reply. */
async function goOn() {
  save();
  const seen = await ask('look');
  if (seen && seen.turn !== null && seen.turn !== seen.seat) await ask('reply');
}

let asked = 0;

async function ask(act) {
  asked += 1;
  const mine = asked;
  const { level, with: search, position, ...rest } = table.value;
  const limits = LEVELS.find(([name]) => name === level)?.[1] ?? {};
  busy.value = act;
  try {
    const body = { ...rest, act, level: limits, with: search || null, position: position || null };
    const found = await post('/api/play', body);
    return mine === asked ? take(found, act) : null;
  } catch (error) {
    if (mine === asked) refuse(error);
    return null;
  }
}

function take(found, act) {
  batch(() => {
    busy.value = '';
    trouble.value = null;
    if (act === 'look' && view.value) found.thinking = view.value.thinking;
    view.value = found;
    table.value = { ...table.value, moves: found.moves };
  });
  save();
  return found;
}

/** A move that is refused is not played. */
function refuse(error) {
  batch(() => {
    busy.value = '';
    trouble.value = error;
    if (view.value) table.value = { ...table.value, moves: view.value.moves };
  });
}
