// Who moves in a position of a list, and who has the dark pieces: as the interface says it. Where an
// answer has no such field, a guess: players take turns, and a FEN names who begins. Games in which
// a player may move twice need the field.

/** Who moves in the first position of a project. */
export function turnOfCard(card) {
  return card.turn ?? (card.game === 'chess' && / b /.test(card.position) ? 'second' : 'first');
}

/** Who moves in the position of a row that has a path; `start` moves in the first position. */
export function turnOfRow(row, start) {
  if (row.turn) return row.turn;
  const moves = row.path.split(/\s+/).filter(Boolean).length;
  if (moves % 2 === 0) return start;
  return start === 'first' ? 'second' : 'first';
}

/**
 * Whether the first player has the dark pieces, as in Othello; their names say so.
 * @param {string[]} players
 */
export const firstIsDark = (players) => players[0] === 'Black';
