// Boards of cells for games that are not chess: stones, crosses, men, heaps, cards. Every cell is a
// button with a name.
import { cls, html, useEffect, useRef, useState } from '/lib/preact.js';
import { firstIsDark } from '/lib/turn.js';
import { show } from '/lib/dialog.js';
import { Arrows } from '/lib/board.js';

/** A board of cells; see `Board` of lib/board.js. */
export function GridBoard(props) {
  const {
    board,
    legal = [],
    onMove,
    last,
    flipped = false,
    arrows = [],
    preview = false,
    still = false,
    label = 'Board',
  } = props;
  const { players = ['first player', 'second player'] } = props;
  const { rows, cols, look } = board;
  const [from, setFrom] = useState(null);
  const [cursor, setCursor] = useState(0);
  const place = useRef(null);
  const able = Boolean(onMove) && !preview;
  useEffect(() => setFrom(null), [board, preview]);
  const moves = able ? reachable(board, legal, from) : new Map();
  const order = Array.from({ length: rows * cols }, (_, i) => (flipped ? rows * cols - 1 - i : i));
  async function press(cell) {
    setCursor(cell);
    if (!able) return;
    const fits = moves.get(cell) ?? [];
    if (from === null && starts(board, legal, cell)) return setFrom(cell);
    setFrom(cell !== from && starts(board, legal, cell) && fits.length === 0 ? cell : null);
    const chosen = fits.length > 1 ? await choose(fits) : fits[0];
    if (chosen) onMove(chosen, () => {});
  }
  const keydown = (event) =>
    walk(event, { board, cursor, flipped, place, setCursor, from, setFrom });
  const marked = new Set(
    [last?.from, last?.to].filter((cell) => cell !== null && cell !== undefined).map(Number),
  );
  const pass = able
    ? legal.filter(({ squares }) => squares.to === null && squares.from === null)
    : [];
  return html`<div
    class=${cls(
      `board board--grid board--${look}`,
      preview && 'board--preview',
      still && 'board--still',
      firstIsDark(players) && 'board--dark-first',
    )}
    style=${`--rows:${rows};--cols:${cols}`}
  >
    <div class="grid-row">
      <${Names} names=${board.row_names} flipped=${flipped} side="row" />
      <div class="grid-wrap">
        <div
          class="grid-cells"
          ref=${place}
          role="group"
          aria-label=${label}
          data-own-keys
          onKeyDown=${keydown}
        >
          ${order.map(
            (cell, i) =>
              html`<${Cell}
                key=${cell}
                ...${{
                  board,
                  cell,
                  place: look === 'hex' && i % cols === 0 ? i / cols + 1 : 0,
                  players,
                  moves: moves.get(cell),
                  able,
                  chosen: from === cell,
                  starts: able && from === null && starts(board, legal, cell),
                  last: marked.has(cell),
                  focusable: !still && cell === cursor,
                  press,
                }}
              />`,
          )}
        </div>
        <${Arrows}
          arrows=${arrows}
          flipped=${flipped}
          rows=${rows}
          cols=${cols}
          point=${(cell) => point(cell, cols)}
        />
      </div>
    </div>
    <${Names} names=${board.col_names} flipped=${flipped} side="col" />
    ${pass.map(
      (move) =>
        html`<button type="button" class="button grid-pass" onClick=${() => onMove(move, () => {})}>
          ${move.move}
        </button>`,
    )}
    ${preview && html`<span class="board-word">preview</span>`}
  </div>`;
}

function point(cell, cols) {
  return cell === null || cell === undefined
    ? null
    : [Number(cell) % cols, Math.floor(Number(cell) / cols)];
}

/**
 * Whether a move begins at a cell and is then led to another one; a card is played by one press.
 * @param {GridBoard} board
 * @param {LegalMove[]} legal
 */
function starts(board, legal, cell) {
  if (board.look === 'cards') return false;
  return legal.some(
    ({ squares }) => squares.from !== null && squares.to !== null && Number(squares.from) === cell,
  );
}

/**
 * The moves of each cell: those that end there, or begin there and end nowhere; in columns, every
 * cell of the column.
 * @param {GridBoard} board
 * @param {LegalMove[]} legal
 */
function reachable(board, legal, from) {
  const found = new Map();
  const put = (cell, move) => found.set(cell, [...(found.get(cell) ?? []), move]);
  for (const move of legal) {
    const { from: start, to } = move.squares;
    const card = board.look === 'cards';
    if (start !== null && to !== null && Number(start) !== from && !card) continue;
    const cell = Number((card ? start : to) ?? start ?? NaN);
    if (Number.isNaN(cell)) continue;
    if (board.look === 'drop')
      for (let row = 0; row < board.rows; row += 1)
        put(row * board.cols + (cell % board.cols), move);
    else put(cell, move);
  }
  return found;
}

function choose(moves) {
  const list = ({ close }) =>
    html`<div class="choose">
      ${moves.map(
        (move, i) => html`<button
          type="button"
          class="button"
          autofocus=${i === 0}
          onClick=${() => close(move)}
        >
          ${move.move}
        </button>`,
      )}
    </div>`;
  return show(list, { title: 'Which move?' });
}

/**
 * @param {any} event
 * @param {{
 *   board: GridBoard, cursor: any, flipped: boolean, place: any, setCursor: any, from: any,
 *   setFrom: any,
 * }} of
 */
function walk(event, { board, cursor, flipped, place, setCursor, from, setFrom }) {
  if (event.key === 'Escape') {
    if (from === null) /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    else setFrom(null);
    return event.preventDefault();
  }
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    event.key
  ];
  if (!step) return undefined;
  event.preventDefault();
  const way = flipped ? -1 : 1;
  const x = Math.min(board.cols - 1, Math.max(0, (cursor % board.cols) + way * step[0]));
  const y = Math.min(board.rows - 1, Math.max(0, Math.floor(cursor / board.cols) + way * step[1]));
  const next = y * board.cols + x;
  setCursor(next);
  return place.current.querySelector(`[data-cell="${next}"]`)?.focus();
}

/**
 * @param {{
 *   board: GridBoard, cell: any, place: number, players: string[], moves: any, able: any, chosen: any, starts:
 *   any, last: Squares | null, focusable: boolean, press: any,
 * }} props
 */
function Cell({
  board,
  cell,
  place,
  players,
  moves,
  able,
  chosen,
  starts: can,
  last,
  focusable,
  press,
}) {
  const what = board.cells[cell] ?? '';
  const names = [
    `cell cell--${/^[xoz]$/.test(what) ? what : what ? 'text' : 'empty'}`,
    board.look === 'cards' && /^[HD]/.test(what) && 'cell--red',
    chosen && 'cell--chosen',
    last && 'cell--last',
    moves && 'cell--to',
    can && 'cell--from',
    (Math.floor(cell / board.cols) + (cell % board.cols)) % 2 && 'cell--odd',
  ];
  return html`<button
    type="button"
    class=${names.filter(Boolean).join(' ')}
    data-cell=${cell}
    style=${place > 0 ? `grid-column:${place} / span 2` : undefined}
    tabindex=${focusable ? 0 : -1}
    aria-label=${said(board, cell, moves, players)}
    aria-disabled=${able && !moves && !can ? 'true' : undefined}
    onClick=${(event) => {
      if (event.detail > 0) event.currentTarget.blur(); // Space is the page's again
      press(cell);
    }}
  >
    <${Thing} what=${what} look=${board.look} />
  </button>`;
}

/** @param {GridBoard} board */
function said(board, cell, moves, players) {
  const [x, y] = [cell % board.cols, Math.floor(cell / board.cols)];
  const name = `${board.col_names[x] ?? x + 1}${board.row_names[y] ?? ` row ${y + 1}`}`;
  const what = board.cells[cell] ?? '';
  const names = { x: players[0], o: players[1], z: players[2], '': 'empty' };
  const plays = moves ? `, plays ${moves.map(({ move }) => move).join(' or ')}` : '';
  return `${name}, ${names[what] ?? what}${plays}`;
}

function Thing({ what, look }) {
  if (what === '' && look !== 'drop') return html`<span class="dot" aria-hidden="true"></span>`;
  if (look === 'marks' && what === 'x')
    return svg(html`<path class="mark-x" d="M22 22L78 78M78 22L22 78" />`);
  if (look === 'marks' && what === 'o')
    return svg(html`<circle class="mark-o" cx="50" cy="50" r="30" />`);
  if (look === 'cards') return html`<span class="cell-text">${card(what)}</span>`;
  if (look === 'table') return html`<span class="cell-text">${what}</span>`;
  const [, stones, number] = /^([xo])(\d+)$/.exec(what) ?? [];
  if (stones)
    return svg(
      html`
        <circle class=${`stone stone--${stones}`} cx="50" cy="50" r="42" />
        <text class=${`stone-count stone-count--${stones}`} x="50" y="64">${number}</text>
      `,
    );
  if (/^[xoz]?$/.test(what)) {
    return svg(
      html`
        <circle class=${`stone stone--${what || 'none'}`} cx="50" cy="50" r="39" />
        ${
          what &&
          html`<circle
            class=${`stone-in stone-in--${what}`}
            cx="50"
            cy="50"
            r=${{ x: 25, o: 12, z: 4 }[what]}
          />`
        }
      `,
    );
  }
  return html`<span class="cell-text">${what}</span>`;
}

const SUITS = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** A card with the sign of its suit: `SA` is ♠A. */
function card(text) {
  return text.replace(/^[SHDC](?=.)/, (suit) => SUITS[suit]);
}

function svg(inside) {
  return html`<svg viewBox="0 0 100 100" aria-hidden="true">${inside}</svg>`;
}

function Names({ names, flipped, side }) {
  if (!names?.length) return null;
  return html`<div class=${`grid-names grid-names--${side}`} aria-hidden="true">
    ${(flipped ? names.toReversed() : names).map((name) => html`<span>${name}</span>`)}
  </div>`;
}
