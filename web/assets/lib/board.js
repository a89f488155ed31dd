// Boards: a chess board or a board of cells, with marks, arrows and moves. It knows no rules:
// `legal` says what goes.
import { html, useEffect, useLayoutEffect, useRef } from '/lib/preact.js';
import {
  Chessboard,
  COLOR,
  INPUT_EVENT_TYPE,
  BORDER_TYPE,
  Markers,
  MARKER_TYPE,
  PromotionDialog,
  PROMOTION_DIALOG_RESULT_TYPE,
  Accessibility,
} from '/vendor/cm-chessboard/cm-chessboard.js';
import { moving } from '/lib/prefs.js';
import { GridBoard } from '/lib/grid.js';

const SHEETS = [
  '/vendor/cm-chessboard/chessboard.css',
  '/vendor/cm-chessboard/extensions/markers/markers.css',
  '/vendor/cm-chessboard/extensions/promotion-dialog/promotion-dialog.css',
  '/lib/boards.css',
];

for (const href of SHEETS) {
  const sheet = document.createElement('link');
  Object.assign(sheet, { rel: 'stylesheet', href });
  document.head.append(sheet);
}

const LAST = { class: 'marker-last', slice: 'markerSquare' };
const CHECK = { class: 'marker-check', slice: 'markerCircleFilled' };
const STEP = 160; // milliseconds of a piece's way

/**
 * A board: `<Board board=${node.board} turn=${node.turn} legal=${node.legal} onMove=${(move) => …}
 * />`. Without `onMove` it is only looked at. `last` are the squares of the last move, `flipped`
 * turns it, `arrows` are { from, to, token, width, label }, `preview` frames it, `players` are
 * their names, `still` makes it a picture without a cursor.
 */
export function Board(props) {
  const kind = props.board?.kind;
  if (kind === 'grid') return html`<${GridBoard} ...${props} />`;
  if (kind !== 'chess') return html`<div class="board-none" aria-hidden="true"></div>`;
  return html`<${ChessBoard} ...${props} />`;
}

/**
 * @param {{
 *   board: Extract<Board, { kind: 'chess' }>, turn: Turn, last?: Squares | null, legal?: LegalMove[],
 *   flipped?: boolean, arrows?: any[], preview?: boolean, still?: boolean, label?: string,
 *   onMove?: (move: LegalMove, refuse: () => void) => void,
 * }} props
 */
function ChessBoard(props) {
  const {
    board,
    flipped = false,
    last,
    arrows = [],
    preview = false,
    still = false,
    label = 'Chess board',
  } = props;
  const place = useRef(null);
  const made = useRef(null);
  /** @type {{ current: any, pointed?: boolean, picked?: boolean }} */
  const now = useRef(props);
  now.current = props;
  useLayoutEffect(() => {
    made.current = build(place.current, now);
    return () => {
      made.current.destroy();
      made.current = null;
    };
  }, []);
  useEffect(() => {
    made.current.setPosition(board.fen, moving() && !preview);
  }, [board.fen, preview]);
  useEffect(() => {
    turn(made.current, flipped);
  }, [flipped]);
  useEffect(
    () => mark(made.current, last, board.check),
    [last?.from, last?.to, board.check, board.fen],
  );
  useEffect(() => enable(made.current, now), [Boolean(props.onMove), props.turn]);
  useEffect(() => made.current.view.svg.setAttribute('aria-label', label), [label]);
  return html`<div
    class=${`board board--chess ${preview ? 'board--preview' : ''} ${still ? 'board--still' : ''}`}
    onKeyDown=${(event) => leave(event, now)}
    onPointerDown=${() => {
      now.pointed = true;
    }}
    onPointerUp=${() => {
      now.pointed = false;
    }}
    onFocusIn=${(event) => now.pointed && event.target.matches('svg') && event.target.blur()}
  >
    <div class="board-in" ref=${place}></div>
    <${Arrows} arrows=${arrows} flipped=${flipped} rows=${8} cols=${8} point=${ofSquare} />
    ${preview && html`<span class="board-word">preview</span>`}
  </div>`;
}

function build(place, now) {
  const { board, flipped, still } = now.current;
  const reading = { language: 'en', keyboardMoveInput: true, movePieceForm: false };
  return new Chessboard(place, {
    position: board.fen,
    orientation: flipped ? COLOR.black : COLOR.white,
    assetsUrl: '/vendor/cm-chessboard/',
    style: {
      cssClass: 'gametree',
      borderType: BORDER_TYPE.none,
      pieces: { file: '/lib/pieces.svg' },
      animationDuration: moving() ? STEP : 0,
      showCoordinates: !still,
    },
    extensions: [
      { class: Markers, props: { autoMarkers: MARKER_TYPE.frame } },
      ...(still
        ? []
        : [
            { class: PromotionDialog, props: { language: 'en' } },
            { class: Accessibility, props: reading },
          ]),
    ],
  });
}

function turn(board, flipped) {
  const side = flipped ? COLOR.black : COLOR.white;
  if (board.getOrientation() !== side) board.setOrientation(side, false);
}

/**
 * @param {Squares | null | undefined} last
 */
function mark(board, last, check) {
  board.removeMarkers(LAST);
  board.removeMarkers(CHECK);
  for (const square of [last?.from, last?.to]) if (isSquare(square)) board.addMarker(LAST, square);
  if (isSquare(check)) board.addMarker(CHECK, check);
}

const isSquare = (text) => /^[a-h][1-8]$/.test(text ?? '');

/**
 * Lets the side to move be moved; answers with how to stop it.
 */
function enable(board, now) {
  if (!now.current.onMove) return undefined;
  board.enableMoveInput(
    (event) => input(event, now),
    now.current.turn === 'second' ? COLOR.black : COLOR.white,
  );
  return () => board.view && board.disableMoveInput();
}

function input(event, now) {
  const { legal = [], preview } = now.current;
  const { chessboard: board, squareFrom: from, squareTo: to } = event;
  if (event.type === INPUT_EVENT_TYPE.moveInputStarted) {
    const moves = preview ? [] : legal.filter(({ squares }) => squares.from === from);
    board.addLegalMovesMarkers(moves.map(({ squares }) => squares));
    now.picked = moves.length > 0;
    return moves.length > 0;
  }
  if (event.type === INPUT_EVENT_TYPE.validateMoveInput) return validate(board, now, from, to);
  if (event.type !== INPUT_EVENT_TYPE.movingOverSquare) {
    board.removeLegalMovesMarkers();
    now.picked = false;
  }
  return true;
}

/**
 * Puts the board back when the piece has come to rest.
 */
function restore(board, now) {
  setTimeout(() => board.view && board.setPosition(now.current.board.fen), 2 * STEP);
}

function validate(board, now, from, to) {
  const { legal = [], turn: side, onMove } = now.current;
  const fits = legal.filter(({ squares }) => squares.from === from && squares.to === to);
  board.removeLegalMovesMarkers();
  now.picked = false;
  if (fits.length === 0) return false;
  if (fits.length === 1) {
    queueMicrotask(() => onMove(fits[0], () => restore(board, now)));
    return true;
  }
  board.showPromotionDialog(to, side === 'second' ? COLOR.black : COLOR.white, (result) => {
    const chosen =
      result.type === PROMOTION_DIALOG_RESULT_TYPE.pieceSelected &&
      fits.find(({ squares }) => squares.promotion === result.piece.charAt(1));
    if (chosen) onMove(chosen, () => restore(board, now));
    else restore(board, now);
  });
  return true;
}

/** Escape leaves the board, unless it lets a piece go. */
function leave(event, now) {
  if (event.key !== 'Escape') return;
  if (now.picked) now.picked = false;
  else /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
}

function ofSquare(square) {
  return isSquare(square) ? [square.charCodeAt(0) - 97, 8 - Number(square[1])] : null;
}

/**
 * Arrows over a board of `rows` and `cols`; `point` turns a name into [column, row] from the top.
 */
export function Arrows({ arrows, flipped, rows, cols, point }) {
  if (arrows.length === 0) return null;
  const lines = arrows
    .map((arrow) => ({ ...arrow, a: point(arrow.from), b: point(arrow.to) }))
    .filter(({ b }) => b);
  const turnedPoint = ([x, y]) => (flipped ? [cols - x - 0.5, rows - y - 0.5] : [x + 0.5, y + 0.5]);
  return html`<svg class="board-arrows" viewBox=${`0 0 ${cols} ${rows}`} aria-hidden="true">
    ${lines
      .toReversed()
      .map(({ a, b, token, width, label }) =>
        a
          ? html`<${Arrow}
              a=${turnedPoint(a)}
              b=${turnedPoint(b)}
              token=${token}
              width=${width}
              label=${label}
            />`
          : html`<${Ring} at=${turnedPoint(b)} token=${token} width=${width} label=${label} />`,
      )}
  </svg>`;
}

function Arrow({ a, b, token, width, label }) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const head = 0.16 + width;
  const at = (along, aside) =>
    `${(a[0] + ux * along - uy * aside).toFixed(3)} ${(a[1] + uy * along + ux * aside).toFixed(3)}`;
  const [end, neck, half] = [length - 0.12, length - 0.12 - head, width / 2];
  const wing = head * 0.62;
  const left = [at(0.3, half), at(neck, half), at(neck, wing)];
  const right = [at(neck, -wing), at(neck, -half), at(0.3, -half)];
  const shape = `M${[...left, at(end, 0), ...right].join('L')}Z`;
  return html`<g class=${`arrow arrow--${token}`}>
    <path d=${shape} />
    ${label && html`<text x=${b[0] - ux * 0.32} y=${b[1] - uy * 0.32 + 0.08}>${label}</text>`}
  </g>`;
}

function Ring({ at, token, width, label }) {
  return html`<g class=${`arrow arrow-ring arrow--${token}`}>
    <circle cx=${at[0]} cy=${at[1]} r="0.34" stroke-width=${width} />
    ${label && html`<text x=${at[0]} y=${at[1] + 0.08}>${label}</text>`}
  </g>`;
}
