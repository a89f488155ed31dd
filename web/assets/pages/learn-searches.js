// The searches of the Learn page: which fit a game, what they are called, which of their options
// matter in a lesson.

const TWO = [
  ['minimax', 'Minimax'],
  ['alphabeta', 'Alpha-beta'],
  ['alphabeta:deepening=on', 'Alpha-beta, deepening'],
  ['alphabeta:sort=on', 'Alpha-beta, children sorted first'],
  ['pvs:quiescence=off', 'Principal variation search'],
  ['mtdf:quiescence=off', 'MTD(f)'],
  ['minmax:p=10', 'Rivest’s min/max approximation'],
  ['bestfirst', 'Best-first minimax'],
  ['pns', 'Proof-number search'],
  ['dfpn', 'Proof-number search, depth first'],
  ['mcts:expand=1', 'Monte-Carlo tree search'],
  ['retrograde', 'Retrograde analysis'],
  ['onpath', 'Minimax that remembers its path'],
];
const CHANCE = [
  ['expectiminimax', 'Expectiminimax'],
  ['star1', 'Star1'],
  ['star2', 'Star2'],
  ['minmax', 'Min/max approximation with dice'],
];
const MANY = [
  ['maxn', 'max^n'],
  ['paranoid', 'Paranoid'],
  ['brs', 'Best reply (BRS+)'],
];
const HIDDEN = [
  ['pimc', 'Averaging over worlds'],
  ['ismcts', 'Information-set MCTS'],
];
const QUEENS = [
  ['steepest', 'Steepest ascent'],
  ['sideways', 'Steepest, sideways moves allowed'],
  ['min-conflicts', 'Min-conflicts'],
  ['tolerance', 'Tolerating worse moves'],
  ['annealing', 'Simulated annealing'],
];

/** The games one can choose, with a position to begin with. */
export const GAMES = [
  ['tictactoe', '5 1 9 2 8', 'Tic-tac-toe'],
  ['connect4', '', 'Connect Four'],
  ['othello:4', '', 'Othello on 4 × 4'],
  ['nim:1,2,3', '', 'Nim'],
  ['squares:4', '', 'The 4-square game'],
  ['mnk:3x4x3', '', 'Three in a row on 3 × 4'],
  ['breakthrough', '', 'Breakthrough'],
  ['chess', '', 'Chess'],
  ['pig:3,12', '', 'Pig, with dice'],
  ['tictactoe3', '', 'Tic-tac-toe for three'],
  ['kuhn', 'J Q p', 'Poker with three cards'],
  ['fork', 'left', 'Two roads'],
  ['queens:8', '', 'Eight queens'],
];

const KINDS = {
  pig: 'chance',
  backgammon: 'chance',
  kuhn: 'hidden',
  fork: 'hidden',
  whist: 'hidden',
  kriegspiel: 'hidden',
  hearts: 'hidden',
  tictactoe3: 'many',
  queens: 'queens',
};

/** What kind of game a text names: two, chance, many, hidden or queens. */
export function kindOf(game) {
  const text = game.replace(/;.*$/gm, '');
  if (!text.includes('(')) return KINDS[text.trim().split(':')[0]] ?? 'two';
  if (/\(p[3-9]\b|\[/.test(text)) return 'many';
  return /\(chance\b/.test(text) ? 'chance' : 'two';
}

/** The searches that fit: rows of [text, title]. */
export function searchesFor(game) {
  return { two: TWO, chance: CHANCE, many: MANY, hidden: HIDDEN, queens: QUEENS }[kindOf(game)];
}

/** A search's title: the one of the list, or its text. */
export function titleOf(search) {
  const all = [...TWO, ...CHANCE, ...MANY, ...HIDDEN, ...QUEENS];
  const exact = all.find(([text]) => text === search);
  if (exact) return exact[1];
  const name = search.split(':')[0];
  const near = all.find(([text]) => text.split(':')[0] === name);
  return near ? `${near[1]} (${search.slice(name.length + 1) || 'default'})` : search;
}

/** An option of a search's text; undefined where it is not given. */
export function option(search, key) {
  const all = search.split(':').slice(1).join(':').split(',');
  return all.map((part) => part.split('=')).find(([name]) => name.trim() === key)?.[1];
}

/** The search's text with an option changed; null takes it away. */
export function withOption(search, key, value) {
  const [name, ...rest] = search.split(':');
  const parts = rest
    .join(':')
    .split(',')
    .filter((part) => part && part.split('=')[0].trim() !== key);
  if (value !== null) parts.push(`${key}=${value}`);
  return parts.length ? `${name}:${parts.join(',')}` : name;
}
