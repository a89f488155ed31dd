// Play: any game against any search that fits it, with the search's thinking beside the board.
import { cls, html, useEffect, useState } from '/lib/preact.js';
import { useTopic } from '/lib/socket.js';
import { go, link, title } from '/lib/router.js';
import { keyHint, useKeys } from '/lib/keys.js';
import { count, minus } from '/lib/format.js';
import { Board } from '/lib/board.js';
import { firstIsDark } from '/lib/turn.js';
import { Panel, Trouble, Waiting } from '/lib/parts.js';
import {
  LEVELS,
  before,
  busy,
  change,
  hint,
  open,
  play,
  restart,
  table,
  takeBack,
  trouble,
  view,
} from '/pages/play-state.js';

const USUAL = 'connect4';
/** A tree is no game to play. */
const NOT_PLAYED = ['tree'];

/** @param {{ route: Route }} props */
export function Page({ route }) {
  const game = route.game ?? USUAL;
  const [flipped, setFlipped] = useState(false);
  useEffect(() => {
    open(game, route.query.position);
  }, [game, route.query.position]);
  useEffect(() => title(game, 'Play'), [game]);
  const now = view.value;
  const able = now && !busy.value;
  useKeys('play', {
    hint: able && now.legal.length > 0 && hint,
    back: able && before(now) >= 0 && takeBack,
    new: () => restart(),
    flip: () => setFlipped(!flipped),
  });
  if (!table.value) return html`<div class="wide"><h1>Play</h1><${Waiting} /></div>`;
  return html`<div class="play wide" aria-busy=${now === null && !trouble.value}>
    <h1 class="sr">Play ${game}</h1>
    <div class="play-left">
      ${trouble.value && html`<${Trouble} error=${trouble.value} />`}
      ${now ? html`<${Place} now=${now} flipped=${flipped} />` : html`<${Waiting} rows=${8} />`}
      <${Tools} now=${now} flip=${() => setFlipped(!flipped)} />
    </div>
    <div class="play-right">
      <${Setup} game=${game} now=${now} />
      ${now && html`<${Thoughts} now=${now} />`}
      ${now && html`<${Record} now=${now} />`}
    </div>
  </div>`;
}

/** The board, and what the user can do on it. */
function Place({ now, flipped }) {
  const own = now.turn === now.seat && !busy.value;
  const turned = flipped !== (now.seat === 1 && now.board?.kind === 'chess');
  const shown = now.hint && now.legal.find(({ move }) => move === now.hint.best);
  const arrows = shown?.squares ? [{ ...shown.squares, token: 'best', width: 0.16 }] : [];
  return html`<section class="panel play-board" aria-label="Board">
    <p class="play-status" role="status">${status(now)}</p>
    ${
      now.board
        ? html`<${Board}
            board=${now.board}
            turn=${now.turn === 1 ? 'second' : 'first'}
            legal=${now.legal}
            last=${now.last}
            players=${now.players}
            flipped=${turned}
            arrows=${arrows.filter(({ to }) => to !== null)}
            label=${`Board. ${status(now)}`}
            onMove=${own ? ({ move }) => play(move) : undefined}
          />`
        : html`<pre class="play-text" aria-label="Position">${now.text}</pre>`
    }
    ${own && html`<${Choice} now=${now} />`}
  </section>`;
}

function status({ result, turn, seat, players }) {
  if (result) return result;
  if (turn === seat) return `Your move (${players[seat]}).`;
  return `${players[turn]} is thinking…`;
}

const MOST_BUTTONS = 40;

/** The moves as buttons where no board takes them, and a box to type one. */
function Choice({ now }) {
  const submit = (event) => {
    event.preventDefault();
    const box = event.currentTarget.elements.move;
    if (box.value.trim()) play(box.value.trim());
    box.value = '';
  };
  return html`
    ${
      !now.board &&
      html`<div class="play-moves" role="group" aria-label="Legal moves">
        ${now.legal
          .slice(0, MOST_BUTTONS)
          .map(
            ({ move }) =>
              html`<button key=${move} type="button" class="button" onClick=${() => play(move)}>
                ${move}
              </button>`,
          )}
        ${now.legal.length > MOST_BUTTONS && html`<span class="muted">… type another one</span>`}
      </div>`
    }
    <form class="play-type" onSubmit=${submit}>
      <input
        name="move"
        type="text"
        aria-label="Type a move"
        placeholder=${`Move: ${now.legal[0]?.move ?? ''}`}
        autocomplete="off"
        spellcheck=${false}
      />
      <button class="button">Play</button>
    </form>
  `;
}

function Tools({ now, flip }) {
  const idle = now && !busy.value;
  return html`<div class="row play-tools">
    <button
      type="button"
      class="button"
      disabled=${!idle || now.legal.length === 0}
      title=${`Ask the search (${keyHint('play.hint')})`}
      onClick=${hint}
    >
      Hint
    </button>
    <button
      type="button"
      class="button"
      disabled=${!idle || before(now) < 0}
      title=${`Take back your last move (${keyHint('play.back')})`}
      onClick=${takeBack}
    >
      Take back
    </button>
    <button
      type="button"
      class="button"
      title=${`Flip the board (${keyHint('play.flip')})`}
      onClick=${flip}
    >
      ⇅ Flip
    </button>
    <button
      type="button"
      class="button button--primary"
      title=${`Start a new game (${keyHint('play.new')})`}
      onClick=${() => restart()}
    >
      New game
    </button>
  </div>`;
}

/** Game, side, opponent, level. */
function Setup({ game, now }) {
  const about = useTopic('/api/about');
  const games = (about.data?.games ?? []).filter(({ name }) => !NOT_PLAYED.includes(name));
  const set = table.value;
  const known = games.some(({ example }) => example === game);
  const entry = games.find(({ name }) => name === game.split(':')[0]);
  return html`<${Panel} title="Game">
    <div class="play-setup">
      <label>
        Game
        <select value=${game} onChange=${(event) => go(link.play(event.currentTarget.value))}>
          ${!known && html`<option value=${game}>${game}</option>`}
          ${games.map(
            ({ example }) => html`<option key=${example} value=${example}>${example}</option>`,
          )}
        </select>
      </label>
      <label>
        You play
        <select
          value=${set.seat}
          onChange=${(event) => restart({ seat: Number(event.currentTarget.value) })}
        >
          ${(now?.players ?? ['Player 1', 'Player 2']).map(
            (name, i) => html`<option value=${i}>${name}</option>`,
          )}
        </select>
      </label>
      <label>
        Opponent
        <select
          value=${set.with}
          onChange=${(event) => change({ with: event.currentTarget.value })}
        >
          <option value="">Auto</option>
          ${(now?.searches ?? []).map((name) => html`<option value=${name}>${name}</option>`)}
        </select>
      </label>
      <label>
        Level
        <select
          value=${set.level}
          onChange=${(event) => change({ level: event.currentTarget.value })}
        >
          ${LEVELS.map(([name]) => html`<option value=${name}>${name}</option>`)}
        </select>
      </label>
    </div>
    ${entry && html`<p class="muted play-about">${entry.about}</p>`}
  <//>`;
}

/** What the search thinks. */
function Thoughts({ now }) {
  const waits = busy.value === 'reply' || busy.value === 'hint';
  return html`<${Panel} title="Thinking">
    ${
      now.hint &&
      html`<p class="play-hint">Hint: <b>${now.hint.best}</b></p><${Numbers} of=${now.hint} />`
    }
    ${
      now.thinking &&
      !now.hint &&
      html`
        <p><b>${now.search}</b> played <b>${now.thinking.best}</b></p>
        <${Numbers} of=${now.thinking} />
      `
    }
    ${
      !now.thinking &&
      !now.hint &&
      html`<p class="muted">${waits ? 'Thinking…' : `${now.search} has not moved yet.`}</p>`
    }
  <//>`;
}

function Numbers({ of }) {
  const rows = [
    ['Value', minus(of.value)],
    ['Depth', of.depth ?? '–'],
    ['Nodes', count(of.nodes)],
    ['Time', `${of.seconds.toFixed(2)} s`],
    ['Line', of.line || '–'],
  ];
  return html`<dl class="play-numbers">
    ${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}

/** The moves so far. */
function Record({ now }) {
  return html`<${Panel} title="Moves">
    ${now.record.length === 0 && html`<p class="muted">No moves yet.</p>`}
    <ol class=${cls('play-record', firstIsDark(now.players) && 'play-record--dark')}>
      ${now.record.map(
        ({ move, by }, i) => html`<li key=${i} class=${by === now.seat ? 'play-own' : ''}>
          <span class="muted">${by === null ? 'Chance' : now.players[by]}</span> ${move ?? '…'}
        </li>`,
      )}
    </ol>
  <//>`;
}
