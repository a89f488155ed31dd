// What changed: the positions that matter most first, and what you wanted to be told of.
import { html, useMemo, useRef } from '/lib/preact.js';
import { at, post } from '/lib/api.js';
import { refresh } from '/lib/socket.js';
import { go, link } from '/lib/router.js';
import { useCalm } from '/lib/calm.js';
import { useKeys, keyHint } from '/lib/keys.js';
import { walk } from '/lib/table.js';
import { fail, toast } from '/lib/toast.js';
import { Loaded, Panel, Choice, Empty } from '/lib/parts.js';
import { Ago, Count, minus, percent, score } from '/lib/format.js';
import { move } from '/lib/words.js';
import { turnOfRow } from '/lib/turn.js';
import { Path } from '/pages/queue-tables.js';

/** Ranges that can be chosen. */
export const RANGES = [
  ['seen', 'since last visit'],
  ['1h', '1 h'],
  ['6h', '6 h'],
  ['24h', '24 h'],
  ['7d', '7 d'],
  ['all', 'all'],
];

/**
 * The panel.
 * @param {{ project: string, topic: any, range: any, choose: any, start: Turn, game?: string }} props
 */
export function Changes({ project, topic, range, choose, start, game }) {
  const table = useRef(null);
  const open = () =>
    /** @type {HTMLElement | undefined} */ (document.activeElement?.closest('[data-row]'))?.dataset
      .row;
  useKeys('stats', {
    change: () => walk(table.current, 1),
    'change-back': () => walk(table.current, -1),
    seen: () => seen(project),
    open: {
      keys: ['Enter'],
      label: 'Open the change',
      run: () => open() && go(link.analyse(project, open())),
    },
  });
  const tools = html`
    <${Choice} label="Since when" value=${range} options=${RANGES} set=${choose} />
    <button
      type="button"
      class="button button--small"
      onClick=${() => seen(project)}
      title=${`Mark all as seen (${keyHint('stats.seen')})`}
    >
      ✓ Mark all as seen
    </button>
  `;
  return html`<${Panel} title="What changed" tools=${tools} class="changes">
    <${Loaded} of=${topic} rows=${4}>
      ${(/** @type {ChangesAnswer} */ data) => html`
        <p class="changes-sum">
          ${data.since > 0 ? html`Since <${Ago} at=${data.since} />` : 'Since the start'}
          : <b><${Count} n=${data.positions} unit="positions" /></b> new
          positions, <b><${Count} n=${data.evaluations} unit="results" /></b> results,
          ${' '}
          <b><${Count} n=${data.engine_nodes} unit="nodes" /></b> nodes searched.
        </p>
        ${
          data.fired.length > 0 &&
          html`<ul class="fired">
            ${data.fired.map(
              (row) => html`<li>
                <span aria-hidden="true">◉</span>
                <span class="sr">Watched: </span>
                <${Path} project=${project} node=${row.node} path=${row.path} />
                <span><b>${row.rule}</b>: ${happened(row, game)}</span>
              </li>`,
            )}
          </ul>`
        }
        <${Rows}
          project=${project}
          rows=${data.rows}
          start=${start}
          table=${table}
          since=${data.since}
        />
      `}
    <//>
  <//>`;
}

/** What a watch saw, in the unit of the game: `470, now 140` is +4.70 → +1.40 in chess. */
function happened({ words }, game) {
  const [, before, now] = /: (.+), now (.+)$/.exec(words) ?? [];
  if (before === undefined) return words;
  const value = (text) => {
    if (game !== 'chess' || !/^[-+]?\d+$/.test(text)) return minus(text);
    const pawns = Number(text) / 100;
    return minus(`${pawns > 0 ? '+' : ''}${pawns.toFixed(2)}`);
  };
  return `${value(before)} → ${value(now)}`;
}

/** @param {{ project: string, rows: ChangeRow[], start: Turn, table: any, since: number }} props */
function Rows({ project, rows, start, table, since }) {
  const wanted = useMemo(() => rows.map((row) => row.node), [rows]);
  const calm = useCalm(wanted);
  const byNode = new Map(rows.map((row) => [row.node, row]));
  if (rows.length === 0) {
    return html`<${Empty} title="No value has changed.">
      <p>${since > 0 ? 'Select a longer time above, or run the project.' : 'Run the project.'}</p>
    <//>`;
  }
  return html`
    ${calm.chip}
    <table class="table changes-table" ref=${table} ...${calm.bind}>
      <caption class="sr">
        Positions whose value or best move changed, the most influential first
      </caption>
      <thead>
        <tr>
          <th scope="col">Position</th>
          <th scope="col">Best move</th>
          <th scope="col" class="num">Value</th>
          <th scope="col" class="num">Chance</th>
          <th scope="col" class="num">Share</th>
        </tr>
      </thead>
      <tbody>
        ${calm.order
          .map((node) => byNode.get(node))
          .filter(Boolean)
          .map(
            (row) =>
              html`<${Row}
                key=${row.node}
                project=${project}
                row=${row}
                turn=${turnOfRow(row, start)}
              />`,
          )}
      </tbody>
    </table>
  `;
}

/** @param {{ project: string, row: ChangeRow, turn: Turn }} props */
function Row({ project, row, turn }) {
  const other = row.best_before !== row.best_now;
  const by = row.before && row.now ? row.now.win - row.before.win : null;
  return html`<tr data-row=${row.node}>
    <th scope="row" class="changes-path">
      <${Path} project=${project} node=${row.node} path=${row.path} />
    </th>
    <td class="changes-best">
      ${
        other
          ? html`<b>
              ${row.best_before ? move(row.best_before) : '–'} → ${
                row.best_now ? move(row.best_now) : '–'
              }
            </b>`
          : html`<span class="muted">${row.best_now ? move(row.best_now) : '–'}</span>`
      }
    </td>
    <td class="num changes-value">${score(row.before, turn)} → <b>${score(row.now, turn)}</b></td>
    <td
      class=${`num changes-by ${!by ? '' : by > 0 ? 'changes-up' : 'changes-down'}`}
      title="The first player’s win chance"
    >
      ${by === null ? '–' : `${by > 0 ? '▲ +' : by < 0 ? '▼ ' : ''}${percent(by)}`}
    </td>
    <td class="num">${percent(row.share, row.share >= 0.1 ? 0 : 1)}</td>
  </tr>`;
}

/** @param {string} project */
async function seen(project) {
  try {
    await post(at(project, 'seen'));
    refresh(at(project, 'changes?since=seen'));
    refresh(at(project));
    toast('All marked as seen.', { seconds: 4 });
  } catch (error) {
    fail(error);
  }
}
