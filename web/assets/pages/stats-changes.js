// What changed, by what caused it, the newest first, and what you wanted to be told of.
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
 * @param {{ project: string, topic: any, range: any, choose: any, start: Turn }} props
 */
export function Changes({ project, topic, range, choose, start }) {
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
                <${Path} project=${project} node=${row.node} path=${row.short_path} />
                <span><b>${row.rule}</b>: ${minus(row.words)}</span>
              </li>`,
            )}
          </ul>`
        }
        <${Causes}
          project=${project}
          causes=${data.causes}
          start=${start}
          table=${table}
          since=${data.since}
        />
      `}
    <//>
  <//>`;
}

/** @param {{ project: string, causes: CauseRow[], start: Turn, table: any, since: number }} props */
function Causes({ project, causes, start, table, since }) {
  const wanted = useMemo(() => causes.map((row) => row.node), [causes]);
  const calm = useCalm(wanted);
  const byNode = new Map(causes.map((row) => [row.node, row]));
  if (causes.length === 0) {
    return html`<${Empty} title="No value has changed.">
      <p>${since > 0 ? 'Select a longer time above, or run the project.' : 'Run the project.'}</p>
    <//>`;
  }
  return html`
    ${calm.chip}
    <ol
      class="causes"
      aria-label="What changed, by cause, newest first"
      ref=${table}
      ...${calm.bind}
    >
      ${calm.order
        .map((node) => byNode.get(node))
        .filter(Boolean)
        .map(
          (row) =>
            html`<${Cause} key=${row.node} project=${project} cause=${row} start=${start} />`,
        )}
    </ol>
  `;
}

/** What began a change, in words. */
const KINDS = { result: 'new result', move: 'new best move', new: 'first result' };

/**
 * A cause: the position where it began, and what it changed on the way to the root.
 * @param {{ project: string, cause: CauseRow, start: Turn }} props
 */
function Cause({ project, cause, start }) {
  const top = cause.carried[0] ?? cause;
  const between = cause.carried.slice(1);
  return html`<li class="cause" data-row=${top.node} tabindex="-1">
    <${Changed} project=${project} row=${top} turn=${turnOfRow(top, start)} strong />
    ${
      cause.carried.length > 0 &&
      html`<div class="cause-origin">
        <${Changed}
          project=${project}
          row=${cause}
          turn=${turnOfRow(cause, start)}
          why="because of "
        />
      </div>`
    }
    <p class="muted cause-foot">
      ${KINDS[cause.kind]}
      ${
        cause.nodes > 0 &&
        html`, depth ${cause.depth}, <${Count} n=${cause.nodes} unit="nodes" /> nodes`
      }
      ${cause.at && html`, <${Ago} at=${cause.at} />`}
    </p>
    ${
      between.length > 0 &&
      html`<details>
        <summary>
          ${between.length} ${between.length === 1 ? 'position' : 'positions'} between
        </summary>
        ${between.map(
          (row) =>
            html`<${Changed}
              key=${row.node}
              project=${project}
              row=${row}
              turn=${turnOfRow(row, start)}
            />`,
        )}
      </details>`
    }
  </li>`;
}

/**
 * A position that changed: value, best move, chance.
 * @param {{
 *   project: string, row: ChangeRow, turn: Turn, strong?: boolean, why?: string,
 * }} props
 */
function Changed({ project, row, turn, strong = false, why = '' }) {
  const other = row.best_before !== null && row.best_before !== row.best_now;
  const by = row.before && row.now ? row.now.win - row.before.win : null;
  const name = (text) => (text ? move(text) : '–');
  return html`<div class=${`changed ${strong ? 'changed--top' : ''}`}>
    <span class="changed-path">
      ${why}
      <${Path} project=${project} node=${row.node} path=${row.short_path} />
    </span>
    <span class="changed-value num">
      ${row.before ? html`${score(row.before, turn)} → ` : 'new '}
      <b>${score(row.now, turn)}</b>
    </span>
    <span
      class=${`changed-by num ${!by ? '' : by > 0 ? 'changes-up' : 'changes-down'}`}
      title="The first player’s win chance"
    >
      ${by === null ? '' : `${by > 0 ? '▲ +' : by < 0 ? '▼ ' : ''}${percent(by)}`}
    </span>
    <span class="changed-best">
      ${
        other
          ? html`best <b>${name(row.best_before)} → ${name(row.best_now)}</b>`
          : html`<span class="muted">best ${name(row.best_now)}</span>`
      }
    </span>
  </div>`;
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
