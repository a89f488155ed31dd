// Lines of moves as people paste them, and what is new in them.
import { at, get } from '/lib/api.js';

const MOST_MOVES = 200;

/** Rows of moves: numbers, comments, results and signs are left out. */
export function parseLines(text) {
  const rows = text.replace(/\{[^}]*\}/g, ' ').split(/\r?\n/);
  return rows
    .map((row, i) => ({ row: i + 1, moves: wordsOf(row) }))
    .filter((line) => line.moves.length > 0);
}

function wordsOf(row) {
  const words = row
    .replace(/;.*$/, '')
    .replace(/^\s*\[.*\]\s*$/, '')
    .split(/[\s,]+/);
  return words
    .map((word) => word.replace(/^\d+\.+/, '').replace(/[!?]+$/, ''))
    .filter((word) => word && !/^(1-0|0-1|1\/2-1\/2|\*|\$\d+)$/.test(word));
}

/** A move without what may be left out. */
const plain = (name) => name.replace(/[+#]+$/, '');

/**
 * @param {LegalMove} legal
 * @param {string} word
 */
function same(legal, word) {
  return (
    legal.wire === word ||
    legal.move === word ||
    plain(legal.move) === plain(word) ||
    plain(legal.move).replace(/[x=-]/g, '') === plain(word).replace(/[x=-]/g, '')
  );
}

/**
 * Looks where lines leave the graph: { lines, moves, known, fresh, wrong }. `wrong` has { row, word
 * }: no such move. What comes after the first new move is checked by the server when it is added.
 * @param {string} project
 * @param {any} root
 * @param {any} lines
 * @param {{ signal?: any }} [options]
 */
export async function preview(project, root, lines, { signal } = {}) {
  const asked = new Map();
  const legal = (node) => {
    if (!asked.has(node))
      asked.set(
        node,
        get(at(project, 'node', node), { signal }).then((data) => data.legal),
      );
    return asked.get(node);
  };
  const fresh = new Set();
  const wrong = [];
  let [moves, known] = [0, 0];
  for (const { row, moves: words } of lines) {
    moves += words.length;
    if (words.length > MOST_MOVES)
      wrong.push({ row, word: `${words.length} moves: at most ${MOST_MOVES}` });
    else known += await leaving({ root, words, row, legal, fresh, wrong });
  }
  return { lines: lines.length, moves, known, fresh: fresh.size, wrong };
}

/**
 * Follows a line through the graph; answers how many of its moves are there.
 * @param {{
 *   root: number, words: string[], row: number, legal: (node: number) => Promise<LegalMove[]>,
 *   fresh: Set<string>, wrong: { row: number, word: string }[],
 * }} of
 */
async function leaving({ root, words, row, legal, fresh, wrong }) {
  let node = root;
  for (const [i, word] of words.entries()) {
    const found = (await legal(node)).find((move) => same(move, word));
    if (!found) {
      wrong.push({ row, word });
      return i;
    }
    if (found.node === null || found.node === undefined) {
      let way = `${node} ${found.wire}`;
      fresh.add(way);
      for (const later of words.slice(i + 1)) fresh.add((way += ` ${plain(later)}`));
      return i;
    }
    node = found.node;
  }
  return words.length;
}
