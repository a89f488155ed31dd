// Who moves in a position that is known by its path from the first one.

/** 'first' or 'second' after the moves of a path. */
export function turnOfPath(about, path) {
  const start = about?.game === 'chess' && / b /.test(about.position) ? 1 : 0;
  const moves = path ? path.trim().split(/\s+/).length : 0;
  return (start + moves) % 2 === 0 ? 'first' : 'second';
}
