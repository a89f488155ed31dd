// Words that the move box understands beside moves, and what the page answers: for those who
// listen.
import { prefs } from '/lib/prefs.js';
import { score, percent, chance } from '/lib/format.js';
import { STATES } from '/lib/words.js';
import { lineText } from './analyse-steer.js';

const MOST = 8;
const NAMES = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

const ANSWERS = { eval: value, moves, line, board, help };

/**
 * What the page answers to a word; null where it is no word that it knows.
 * @param {Study} study
 */
export function answer(study, text) {
  const found = ANSWERS[text.trim().toLowerCase()];
  if (!found) return null;
  const told = prefs.hidden.value && !['board', 'help'].includes(found.name);
  return told ? 'Engine output hidden.' : found(study);
}

function help() {
  return 'Type a move, or one of: eval, moves, line, board, next, back.';
}

/** @param {{ node: NodeView }} of */
function value({ node }) {
  const mover = node.players[node.turn === 'first' ? 0 : 1];
  if (!node.value) return `${mover} to move. No value yet.`;
  const part = percent(chance(node.value, node.turn), 0);
  return `${mover} to move. ${score(node.value, node.turn)}, ${part}.`;
}

/** @param {{ node: NodeView, moves: Moves }} of */
function moves({ node, moves: table }) {
  if (!table?.order.length) return 'No moves are in the graph here.';
  const rows = table.order.slice(0, MOST).map((wire) => table.rows[wire]);
  const said = rows.map(
    (row) =>
      `${row.move} ${row.value ? score(row.value, node.turn) : (STATES[row.state]?.word ?? row.state)}`,
  );
  const more = table.order.length - rows.length;
  return `${said.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}

/** @param {{ node: NodeView }} of */
function line({ node }) {
  return node.line.length > 0 ? `${lineText(node.line)}.` : 'No line yet.';
}

/** @param {{ node: NodeView }} of */
function board({ node }) {
  if (node.board.kind !== 'chess') return node.position;
  /** @type {{ w: string[][], b: string[][] }} */
  const found = { w: [], b: [] };
  node.board.fen
    .split(' ')[0]
    .split('/')
    .forEach((row, i) => {
      let file = 0;
      for (const letter of row) {
        if (/\d/.test(letter)) file += Number(letter);
        else
          found[letter === letter.toUpperCase() ? 'w' : 'b'].push([
            letter.toLowerCase(),
            `${'abcdefgh'[file++]}${8 - i}`,
          ]);
      }
    });
  const order = Object.keys(NAMES);
  const said = (pieces) =>
    pieces
      .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      .map(([piece, square]) => `${NAMES[piece]} ${square}`)
      .join(', ');
  return `${node.players[0]}: ${said(found.w)}. ${node.players[1]}: ${said(found.b)}.`;
}
