// The board with its evaluation bar, the box to type a move, and what the position is worth in
// words.
import { cls, html, useState } from '/lib/preact.js';
import { Board } from '/lib/board.js';
import { prefs } from '/lib/prefs.js';
import { score, chance, percent, count, exact, wdl } from '/lib/format.js';
import { QUALITY, move as written } from '/lib/words.js';
import { Term } from '/lib/term.js';
import { keyHint } from '/lib/keys.js';
import { act } from '/lib/actions.js';
import { at, get } from '/lib/api.js';
import { fail } from '/lib/toast.js';
import { play, named, visit } from './analyse-study.js';
import { preview, endPreview } from './analyse-preview.js';
import { copy } from './analyse-steer.js';
import { back, best } from './analyse-keys.js';
import { answer } from './analyse-say.js';

const NARROW = 0.06;
const WIDE = 0.22;

/**
 * The best moves as arrows: colour by quality, width by share.
 * @param {Moves | null} moves
 * @param {number} most
 */
export function arrowsOf(moves, most) {
  if (!moves || most <= 0) return [];
  const rows = moves.order
    .map((wire) => moves.rows[wire])
    .filter((row) => row.state !== 'excluded' && row.value);
  return rows
    .slice(0, most)
    .map((row) => ({
      from: row.squares.from,
      to: row.squares.to,
      token: QUALITY[row.class]?.token ?? 'none',
      label: row.class === 'ok' ? '' : QUALITY[row.class]?.glyph,
      width: NARROW + (WIDE - NARROW) * Math.min(1, row.share * 1.5),
    }))
    .filter(({ to }) => to !== null);
}

/**
 * The left side of the page.
 * @param {{ study: Study, flipped: boolean, flip: () => void, goTo: () => void, box: any }} props
 */
export function BoardPanel({ study, flipped, flip, goTo, box }) {
  const { node, moves } = study;
  const hidden = prefs.hidden.value;
  const shown = preview.value;
  const arrows = hidden || shown ? [] : arrowsOf(moves, prefs.arrows.value);
  const chess = node.board.kind === 'chess';
  return html`<section class="panel board-panel" aria-label="Board">
    <h2 class="sr">Board</h2>
    <div class="board-row">
      <${EvalBar} node=${node} flipped=${flipped} hidden=${hidden} />
      <${Board}
        board=${shown?.board ?? node.board}
        turn=${node.turn}
        legal=${node.legal}
        flipped=${flipped}
        preview=${Boolean(shown)}
        last=${shown ? shown.last : node.last}
        players=${node.players}
        arrows=${arrows}
        label=${`Board, ${mover(node)} to move. Arrow keys and Enter move pieces, Escape leaves.`}
        onMove=${(move, refuse) => {
          endPreview();
          play(study, move, refuse);
        }}
      />
    </div>
    <${Worthwords} study=${study} hidden=${hidden} />
    <div class="board-tools">
      <${MoveBox} study=${study} box=${box} />
      <button
        type="button"
        class="button"
        title=${`Flip the board (${keyHint('analyse.flip')})`}
        onClick=${flip}
      >
        ⇅ Flip
      </button>
      <button
        type="button"
        class="button"
        title=${`Go to moves, a ${chess ? 'FEN' : 'position'} or a number (${keyHint('analyse.go')})`}
        onClick=${goTo}
      >
        Go to…
      </button>
      <button
        type="button"
        class="button"
        title="Copy the position as text"
        onClick=${() => copy(node.position, chess ? 'FEN' : 'Position')}
      >
        Copy ${chess ? 'FEN' : 'position'}
      </button>
      <label class="check">
        <input
          type="checkbox"
          checked=${prefs.arrows.value > 0}
          onChange=${(event) => {
            prefs.arrows.value = event.currentTarget.checked ? 3 : 0;
          }}
        /> Arrows
      </label>
      <label class="check" title=${`Hide all engine output (${keyHint('analyse.hide')})`}>
        <input
          type="checkbox"
          checked=${hidden}
          onChange=${(event) => {
            prefs.hidden.value = event.currentTarget.checked;
          }}
        /> Hide
      </label>
    </div>
  </section>`;
}

/** @param {NodeView} node */
const mover = (node) => node.players[node.turn === 'first' ? 0 : 1];

/** @param {{ node: NodeView, flipped: boolean, hidden: boolean }} props */
function EvalBar({ node, flipped, hidden }) {
  const win = node.value?.win ?? 0.5;
  const name =
    hidden || !node.value
      ? 'Evaluation bar, hidden'
      : `${node.players[0]}’s win chance: ${percent(win, 0)}`;
  return html`<div
    class=${cls(
      'bar-eval',
      flipped && 'bar-eval--flipped',
      (hidden || !node.value) && 'bar-eval--off',
    )}
    role="img"
    aria-label=${name}
    title=${name}
  >
    <i style=${`height:${(hidden ? 50 : win * 100).toFixed(1)}%`}></i>
    <b></b>
  </div>`;
}

/** @param {{ study: Study, hidden: boolean }} props */
function Worthwords({ study, hidden }) {
  const { node, moves } = study;
  if (hidden) return html`<p class="worth"><span>${mover(node)} to move</span></p>`;
  const best = moves && moves.order.map((wire) => moves.rows[wire]).find((row) => row.best);
  const apart =
    node.value &&
    node.direct &&
    Math.abs(node.value.number - node.direct.number) > prefs.notable.value * 100;
  return html`<p class="worth">
    ${
      node.value
        ? html`<b
            class=${`worth-score ${node.open || node.ended ? '' : 'own-search'}`}
            title=${
              node.open || node.ended ? undefined : "The engine's own search of this position"
            }
          >
            ${score(node.value, node.turn)}
          </b>`
        : html`<span class="muted">no value yet</span>`
    }
    ${node.value && html`<span>${percent(chance(node.value, node.turn))}</span>`}
    <span class="worth-turn">
      ${
        node.ended
          ? 'Game over'
          : html`
              <i class=${`turn turn--${node.turn}`} aria-hidden="true"></i>
              ${mover(node)} to move
            `
      }
    </span>
    ${best && html`<span>best <b>${written(best.move)}</b></span>`}
    ${
      node.direct &&
      html`<span
        class="muted worth-direct"
        title=${`${node.source ?? 'An engine'} searched ${exact(node.nodes)} positions from here`}
      >
        direct ${score(node.direct, node.turn)} d${node.depth} · ${count(node.nodes)}
        ${node.wdl && html` · <span title="Wins, draws, losses">${wdl(node.wdl, node.turn)}</span>`}
        ${apart && html` <b title="Engine and tree disagree">≠</b>`}
        <${Term} id="direct" label="Direct" />
      </span>`
    }
  </p>`;
}

const WAYS = { next: best, back };

/**
 * Plays a list of moves: those that the graph does not know are added. Gives what is wrong with
 * the list, empty where nothing is.
 * @param {Study} study
 */
async function playAll(study, text) {
  const { id, node } = study;
  const words = text
    .replace(/\d+\s*(\.{1,3}|…)\s*/g, '')
    .split(/\s+/)
    .filter(Boolean);
  let here = node;
  for (const word of words) {
    const move = named(here.legal, word);
    if (!move) return `Illegal move: ${word}`;
    const next = move.node ?? (await act(id, here.node, { do: 'add', move: move.wire }))?.node;
    if (next === undefined) return '';
    here = /** @type {NodeView} */ (await get(at(id, 'node', String(next))));
  }
  visit(id, here.node);
  return '';
}

/** @param {{ study: Study, box: any }} props */
function MoveBox({ study, box }) {
  const [wrong, setWrong] = useState('');
  const [said, setSaid] = useState('');
  function submit(event) {
    event.preventDefault();
    const input = event.currentTarget.elements.move;
    const text = input.value.trim();
    if (!text) return;
    const found = named(study.node.legal, text);
    const way = found
      ? () => play(study, found)
      : / /.test(text) && named(study.node.legal, text.split(/\s+/)[0])
        ? () => playAll(study, text).then(setWrong, fail)
        : WAYS[text.toLowerCase()] && (() => WAYS[text.toLowerCase()](study));
    const told = way ? '' : answer(study, text);
    setSaid(told ?? '');
    setWrong(way || told !== null ? '' : `Illegal move: ${text}`);
    if (way || told !== null) input.value = '';
    way?.();
  }
  const leave = (event) => event.key === 'Escape' && event.currentTarget.blur();
  const clear = () => {
    if (wrong) setWrong('');
    if (said) setSaid('');
  };
  const chess = study.node.board.kind === 'chess';
  return html`<form class="movebox" onSubmit=${submit}>
    <input
      type="text"
      name="move"
      ref=${box}
      aria-label="Type a move, or help"
      placeholder=${chess ? 'Move: Nf3, g1f3' : 'Type a move'}
      autocomplete="off"
      spellcheck=${false}
      aria-invalid=${wrong ? 'true' : undefined}
      aria-describedby="move-wrong"
      onInput=${clear}
      onKeyDown=${leave}
    />
    <button
      class="button"
      title="Play the moves. The commands eval, moves, line, board, next and back work, too."
    >
      Play
    </button>
    <span id="move-wrong" class="wrong" role="alert">${wrong}</span>
    <span class="said" role="status">${said}</span>
  </form>`;
}
