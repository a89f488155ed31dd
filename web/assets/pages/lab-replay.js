// A game of a run on a board: one move at a time, with the time each took and what its player made
// of the position.
import { html, useEffect, useState } from '/lib/preact.js';
import { get } from '/lib/api.js';
import { Board } from '/lib/board.js';
import { Trouble, Waiting } from '/lib/parts.js';

/** @param {{ id: string, number: number, value?: string }} props */
export function Replay({ id, number, value }) {
  const [found, setFound] = useState(/** @type {LabReplay | null} */ (null));
  const [error, setError] = useState(null);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const of = value === undefined ? '' : `?value=${encodeURIComponent(value)}`;
    get(`/api/runs/${encodeURIComponent(id)}/games/${number}${of}`, { signal: stop.signal }).then(
      (replay) => {
        setFound(replay);
        setAt(replay.steps.length - 1);
      },
      (refusal) => refusal.name !== 'AbortError' && setError(refusal),
    );
    return () => stop.abort();
  }, [id, number, value]);
  if (error) return html`<${Trouble} error=${error} />`;
  if (!found) return html`<${Waiting} />`;
  const last = found.steps.length - 1;
  const go = (to) => setAt(Math.max(0, Math.min(last, to)));
  const step = found.steps[at];
  const players = ['a', 'b'].map((side) => (found.game.first === side ? 'first' : 'second'));
  return html`<div class="lab-replay" onKeyDown=${(event) => keys(event, go, at, last)}>
    <div class="lab-replay-board">
      ${
        step.board
          ? html`<${Board}
              board=${step.board}
              turn=${step.turn === 1 ? 'second' : 'first'}
              last=${step.squares}
              label=${`Position after ${at} plies`}
              still
            />`
          : html`<pre class="play-text" aria-label="Position">${step.text}</pre>`
      }
      <div class="row lab-replay-keys">
        <${Key} label="Start" sign="⇤" off=${at === 0} act=${() => go(0)} />
        <${Key} label="Move back" sign="←" off=${at === 0} act=${() => go(at - 1)} />
        <span class="muted">${at} of ${last}</span>
        <${Key} label="Move on" sign="→" off=${at === last} act=${() => go(at + 1)} />
        <${Key} label="End" sign="⇥" off=${at === last} act=${() => go(last)} />
      </div>
    </div>
    <div class="lab-replay-side">
      <p class="muted">
        A plays ${players[0]}, B plays ${players[1]}. Values are the first player’s.
      </p>
      <${Moves} steps=${found.steps} at=${at} go=${go} />
    </div>
  </div>`;
}

/** @param {KeyboardEvent} event */
function keys(event, go, at, last) {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(to);
}

function Key({ label, sign, off, act }) {
  return html`<button
    type="button"
    class="button button--small"
    aria-label=${label}
    title=${label}
    disabled=${off}
    onClick=${act}
  >
    ${sign}
  </button>`;
}

/** The moves with their values and times; the one on the board is marked. */
function Moves({ steps, at, go }) {
  return html`<div class="scroll-x lab-replay-moves" tabindex="0" role="group" aria-label="Moves">
    <table class="table">
      <thead>
        <tr>
          <th scope="col" class="num">ply</th>
          <th scope="col">move</th>
          <th scope="col" class="num">value</th>
          <th scope="col" class="num">depth</th>
          <th scope="col" class="num">seconds</th>
        </tr>
      </thead>
      <tbody>
        ${steps
          .slice(1)
          .map(
            (step, before) => html`<tr class=${before + 1 === at ? 'lab-replay-now' : ''}>
              <td class="num">${before + 1}</td>
              <td>
                <button
                  type="button"
                  aria-current=${before + 1 === at ? 'step' : undefined}
                  onClick=${() => go(before + 1)}
                >
                  ${step.played}
                </button>
              </td>
              <td class="num">${step.value ?? ''}</td>
              <td class="num">${step.depth ?? ''}</td>
              <td class="num">${step.seconds === null ? '' : step.seconds.toFixed(3)}</td>
            </tr>`,
          )}
      </tbody>
    </table>
  </div>`;
}
