// Runs to begin with: each says what it shows.

/**
 * { kind: match|test|sweep, glyph, title, text, run }, where `run` is what the dialog is filled
 * with.
 */
export const EXAMPLES = [
  {
    kind: 'match',
    glyph: '⇌',
    title: 'Rivest’s experiment, by time',
    text: 'Min/max approximation against alpha-beta on Connect Four, 10 ms of processor time per move.',
    run: { a: 'minmax', b: 'alphabeta', game: 'connect4', limits: { time: '10ms' }, games: 100 },
  },
  {
    kind: 'match',
    glyph: '⇌',
    title: 'Rivest’s experiment, by move calls',
    text: 'The same with 3 000 calls of the move operator per move: the paper’s other measure.',
    run: { a: 'minmax', b: 'alphabeta', game: 'connect4', limits: { moves: '3k' }, games: 100 },
  },
  {
    kind: 'test',
    glyph: '✓',
    title: 'A sequential test',
    text: 'Is mtdf 0 or 40 Elo stronger than pvs at 2 000 nodes per move? Stops as soon as that is clear.',
    run: {
      a: 'mtdf',
      b: 'pvs',
      game: 'connect4',
      limits: { nodes: '2k' },
      sprt: '0,40',
      games: 2000,
    },
  },
  {
    kind: 'sweep',
    glyph: '⌇',
    title: 'The best exploration',
    text: 'Monte-Carlo tree search with five values of c, each against the default, on Connect Four.',
    run: {
      a: 'mcts',
      b: 'mcts',
      game: 'connect4',
      limits: { nodes: '1k' },
      over: 'c=0.2,0.7,1.4,3,6',
      games: 60,
    },
  },
];
