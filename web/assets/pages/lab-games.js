// The games of a run: a page of them at a time, each on a board behind a click.
import { html, useEffect, useState } from '/lib/preact.js';
import { get } from '/lib/api.js';
import { Count, exact } from '/lib/format.js';
import { Panel, Trouble, Waiting } from '/lib/parts.js';
import { Replay } from '/pages/lab-replay.js';

const PAGE = 25;

const RESULTS = { win: ['1', 'A won'], draw: ['½', 'a draw'], loss: ['0', 'A lost'] };

export function Games({ id, value, count }) {
  const [offset, setOffset] = useState(0);
  const [found, setFound] = useState(null);
  const [error, setError] = useState(null);
  const whole = found && offset + PAGE <= found.count && found.offset === offset;
  useEffect(() => {
    const stop = new AbortController();
    const of = value === undefined ? '' : `&value=${encodeURIComponent(value)}`;
    get(`/api/runs/${encodeURIComponent(id)}/games?offset=${offset}&limit=${PAGE}${of}`, {
      signal: stop.signal,
    }).then(
      (games) => {
        setFound(games);
        setError(null);
      },
      (refusal) => refusal.name !== 'AbortError' && setError(refusal),
    );
    return () => stop.abort();
  }, [id, value, offset, whole ? 0 : count]);
  const all = found?.count ?? 0;
  const last = Math.max(0, Math.floor((all - 1) / PAGE) * PAGE);
  const turn = (to) => () => setOffset(Math.max(0, Math.min(last, to)));
  const tools =
    all > PAGE &&
    html`
      <span class="muted">
        ${exact(offset + 1)} to ${exact(Math.min(all, offset + PAGE))} of ${exact(all)}
      </span>
      <button
        type="button"
        class="button button--small"
        disabled=${offset === 0}
        onClick=${turn(0)}
        aria-label="First games"
      >
        ⇤
      </button>
      <button
        type="button"
        class="button button--small"
        disabled=${offset === 0}
        onClick=${turn(offset - PAGE)}
        aria-label="Games before"
      >
        ←
      </button>
      <button
        type="button"
        class="button button--small"
        disabled=${offset >= last}
        onClick=${turn(offset + PAGE)}
        aria-label="Next games"
      >
        →
      </button>
      <button
        type="button"
        class="button button--small"
        disabled=${offset >= last}
        onClick=${turn(last)}
        aria-label="Last games"
      >
        ⇥
      </button>
    `;
  return html`<${Panel}
    title=${value === undefined ? 'Games' : `Games with ${value}`}
    tools=${tools}
  >
    ${error && html`<${Trouble} error=${error} />`}
    ${!found && !error && html`<${Waiting} />`}
    ${
      found &&
      (found.games.length === 0
        ? html`<p class="muted">No games finished yet.</p>`
        : html`<${Table} id=${id} value=${value} games=${found.games} />`)
    }
  <//>`;
}

/** @param {{ id: string, value?: string, games: LabGame[] }} props */
function Table({ id, value, games }) {
  const [open, setOpen] = useState(null);
  const margins = games.some(
    (game) => game.margin !== null && Math.abs(game.margin) !== 2 && game.margin !== 0,
  );
  return html`<div class="scroll-x" tabindex="0" role="group" aria-label="Games">
    <table class="table lab-games">
      <thead>
        <tr>
          <th scope="col" class="num">#</th>
          <th scope="col">opening</th>
          <th scope="col">first</th>
          <th scope="col">A’s points</th>
          ${margins && html`<th scope="col" class="num">margin</th>`}
          <th scope="col">ended</th>
          <th scope="col" class="num">plies</th>
          <th scope="col" class="num">move calls A</th>
          <th scope="col" class="num">B</th>
          <th><span class="sr">Replay</span></th>
        </tr>
      </thead>
      <tbody>
        ${games.map(
          (game) => html`<${Row}
            key=${game.number}
            id=${id}
            value=${value}
            game=${game}
            margins=${margins}
            open=${open === game.number}
            toggle=${() => setOpen(open === game.number ? null : game.number)}
          />`,
        )}
      </tbody>
    </table>
  </div>`;
}

/**
 * @param {{
 *   id: string, value?: string, game: LabGame, margins: boolean, open: boolean, toggle: () => void,
 * }} props
 */
function Row({ id, value, game, margins, open, toggle }) {
  const [points, words] = RESULTS[game.result];
  const pair = game.number % 2 === 0 ? 'lab-pair-end' : '';
  return html`
    <tr class=${pair}>
      <td class="num">${game.number}</td>
      <td class="lab-opening" title=${game.opening}>${game.opening || 'starting position'}</td>
      <td>${game.first.toUpperCase()}</td>
      <td title=${words}><b>${points}</b> <span class="muted">${words}</span></td>
      ${margins && html`<td class="num">${game.margin ?? ''}</td>`}
      <td class="lab-reason" title=${game.reason}>
        ${game.reason === 'rules' ? 'normal' : game.reason}
      </td>
      <td class="num">${game.moves.length}</td>
      <td class="num"><${Count} n=${game.a.moves} /></td>
      <td class="num"><${Count} n=${game.b.moves} /></td>
      <td class="num">
        <button type="button" class="button button--small" aria-expanded=${open} onClick=${toggle}>
          ${open ? 'hide' : 'replay'}
        </button>
      </td>
    </tr>
    ${
      open &&
      html`<tr class=${pair}>
        <td colspan=${margins ? 10 : 9}>
          <${Replay} id=${id} number=${game.number} value=${value} />
        </td>
      </tr>`
    }
  `;
}
