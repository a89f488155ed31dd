// The game that was played: its moves, the curve of the win chance with the turning points, and the
// game as a file.
import { html, useEffect, useMemo, useRef, useState } from '/lib/preact.js';
import { useTopic } from '/lib/socket.js';
import { at } from '/lib/api.js';
import { act } from '/lib/actions.js';
import { link } from '/lib/router.js';
import { Panel, Trouble, Waiting } from '/lib/parts.js';
import { percent } from '/lib/format.js';
import { move } from '/lib/words.js';
import { visit } from './analyse-study.js';

/**
 * The panel, in projects of chess.
 * @param {{ study: Study }} props
 */
export function GamePanel({ study }) {
  const { id, project } = study;
  if (project?.game !== 'chess') return null;
  return html`<${Panel}
    title="Game"
    class="game-panel"
    id="panel-game"
    tools=${html`<${Export} id=${id} />`}
  >
    ${
      project.has_game
        ? html`<${Played} study=${study} />`
        : html`<p class="muted">
            No game yet. In the menu of a move, <b>Play this move in the game</b> begins one.
          </p>`
    }
  <//>`;
}

/** @param {{ id: string }} props */
function Export({ id }) {
  const address = at(id, 'export.pgn');
  return html`
    <a class="button button--small" href=${address} download>PGN</a>
    <a
      class="button button--small"
      href=${`${address}?best_line=true`}
      download
      title="The games that were played and the best line only"
    >
      PGN, best line
    </a>
  `;
}

/** @param {{ study: Study }} props */
function Played({ study }) {
  const topic = useTopic(at(study.id, 'game'));
  if (!topic.data)
    return topic.error ? html`<${Trouble} error=${topic.error} />` : html`<${Waiting} rows=${4} />`;
  const game = topic.data;
  const players = [game.white, game.black].map((name) => name || '?').join(' – ');
  return html`<div class="game">
    <div class="game-title">
      <span>${players} <span class="muted">${game.result}</span></span>
      <button
        type="button"
        class="button button--small"
        disabled=${!study.writable}
        title="Shares the engine time among all positions of the game"
        onClick=${() => act(study.id, study.node.node, { do: 'spread' }, { words: SPREAD })}
      >
        Analyse every move
      </button>
    </div>
    <${Curve} study=${study} game=${game} />
    <${Moves} study=${study} rows=${game.rows} />
  </div>`;
}

const SPREAD = 'The engine time is shared among the positions of the game.';

const named = (row) => `${row.number}${move(row.move)}${row.mark}`;

/** The chart, loaded where a game has a curve: most projects have none. */
function useChart() {
  const [module, setModule] = useState(/** @type {any} */ (null));
  useEffect(() => {
    import('/lib/chart.js').then(setModule);
  }, []);
  return module?.Chart;
}

/**
 * The first player's win chance after every move.
 * @param {{ study: Study, game: any }} props
 */
function Curve({ study, game }) {
  const { id, project } = study;
  const Chart = useChart();
  const made = useMemo(() => {
    const rows = game.rows.filter((row) => row.value !== null);
    const turns = game.turning_points.map((ply) => game.rows[ply]);
    return {
      x: rows.map((row) => row.ply / 2),
      values: rows.map((row) => 100 * row.value.win),
      marks: turns.map((row) => ({
        x: row.ply / 2,
        label: named(row),
        go: () => visit(id, row.node),
      })),
      turns,
    };
  }, [game, id]);
  if (made.x.length < 2)
    return html`<p class="muted">
      ${game.valued} of ${game.rows.length} positions of the game are analysed. The curve needs two.
    </p>`;
  if (!Chart) return html`<${Waiting} rows=${4} />`;
  const pick = (x) => {
    const row = game.rows[Math.max(0, Math.min(game.rows.length - 1, Math.round(2 * x)))];
    visit(id, row.node);
  };
  const turning = made.turns.length
    ? `Turning points: ${made.turns.map((row) => `${named(row)} (−${percent(row.loss / 100)})`).join(', ')}.`
    : 'No turning point.';
  return html`<${Chart}
    label="Win chance over the game"
    x=${made.x}
    lines=${[{ label: `${project?.players[0]}'s win chance`, values: made.values, fill: true }]}
    height=${150}
    y=${{ low: 0, high: 100, format: (value) => `${Math.round(value)} %` }}
    xFormat=${(value) => String(value)}
    xLabel="Move"
    marks=${made.marks}
    levels=${[{ y: 50, label: '' }]}
    summary=${`${game.valued} of ${game.rows.length} positions analysed. ${turning}`}
    pick=${pick}
  />`;
}

/**
 * The moves of the main line; the position that is shown is marked.
 * @param {{ study: Study, rows: any[] }} props
 */
function Moves({ study, rows }) {
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const here = study.node.node;
  useEffect(() => {
    const current = /** @type {HTMLElement | null} */ (
      list.current?.querySelector('[aria-current]')
    );
    if (list.current && current)
      list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
  }, [here, rows.length]);
  return html`<ol class="game-moves" ref=${list} aria-label="Moves of the game">
    ${rows.map(
      (row) => html`<li key=${row.ply}>
        <a
          href=${link.analyse(study.id, row.node)}
          aria-current=${row.node === here ? 'true' : undefined}
          title=${row.note || undefined}
        >
          ${
            row.ply === 0
              ? 'Start'
              : row.number.endsWith('...')
                ? move(row.move)
                : `${row.number}${move(row.move)}`
          }
          ${row.mark}
          ${row.note ? '*' : ''}
        </a>
      </li>`,
    )}
  </ol>`;
}
