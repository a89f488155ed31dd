// The tables of the queue: the next question and why, those that are open, those that failed, and
// boosts.
import { html, useMemo, useState } from '/lib/preact.js';
import { link } from '/lib/router.js';
import { useCalm } from '/lib/calm.js';
import { keyHint } from '/lib/keys.js';
import { Panel, Empty } from '/lib/parts.js';
import { Head } from '/lib/table.js';
import { Term } from '/lib/term.js';
import { Count, count, duration, exact } from '/lib/format.js';
import { move } from '/lib/words.js';
import { act, boost } from '/lib/actions.js';

const SHOWN = 200;

/**
 * A path as the user reads it.
 * @param {{ project: string, node: any, path: any }} props
 */
export function Path({ project, node, path }) {
  const words = path
    ? path
        .split(' ')
        .map((word) => move(word.replace('...', '…')))
        .join(' ')
    : 'the root position';
  return html`<a class="queue-path" href=${link.analyse(project, node)} title=${path}>${words}</a>`;
}

/**
 * What is asked next, and the sum that decides it.
 * @param {{ project: string, queue: Queue, about: Project | null }} props
 */
export function Next({ project, queue, about }) {
  const { next } = queue;
  return html`<${Panel} title="Next task" term="penalty">
    ${
      next
        ? html`
            <p class="queue-next">
              <${Path} project=${project} node=${next.node} path=${next.path} />
              <span class="muted">
                ${next.scope === 'others' ? 'its other moves together' : 'the whole position'}
                , <${Count} n=${next.nodes} unit="nodes" /> nodes
              </span>
            </p>
            <${Why} costs=${next.costs} unit=${unitOf(about)} />
            ${
              queue.boosts.length > 0 &&
              html`<p class="muted">
                Boosts take ${queue.boosts.reduce((sum, row) => sum + row.percent, 0)} % of the
                engine time; within them the same rule applies.
              </p>`
            }
          `
        : html`<p>
            No task
            now: ${
              queue.open.length > 0
                ? 'waiting for results.'
                : about?.settings?.most_positions &&
                    about.positions >= about.settings.most_positions
                  ? 'the project has reached its size limit.'
                  : 'everything is decided, excluded or failed.'
            }
          </p>`
    }
  <//>`;
}

/**
 * What costs are counted in.
 * @param {Project | null} about
 */
const unitOf = (about) => (about?.settings?.cost?.preset?.Rivest ? 'nats' : 'plies');

/** @param {{ costs: QuestionRow['costs'], unit: string }} props */
function Why({ costs, unit }) {
  const sum = costs.reduce((total, row) => total + row.cost, 0);
  if (costs.length === 0)
    return html`<p class="muted">This is the root position, so its penalty is 0.</p>`;
  return html`<p class="queue-why">
    Smallest total
    penalty: ${costs.map(
      (row, i) =>
        html`
          ${i > 0 && ' + '}
          <span class="queue-cost">w(${move(row.move)}) = ${row.cost.toFixed(2)}</span>
        `,
    )}
    ${costs.length > 1 && html` = <b>${sum.toFixed(2)}</b>`} ${unit}.
  </p>`;
}

/**
 * Questions that engines have.
 * @param {{ project: string, queue: Queue, about: Project | null, search: any }} props
 */
export function Asked({ project, queue, about, search }) {
  const writable = about?.writable ?? false;
  const [filter, setFilter] = useState('');
  const fits = (row) =>
    filter
      .toLowerCase()
      .split(/\s+/)
      .every((word) => row.path.toLowerCase().includes(word));
  const rows = useMemo(() => queue.open.filter(fits), [queue.open, filter]);
  const wanted = useMemo(() => rows.map((row) => row.ticket), [rows]);
  const calm = useCalm(wanted);
  const byTicket = new Map(rows.map((row) => [row.ticket, row]));
  const shown = calm.order
    .slice(0, SHOWN)
    .map((ticket) => byTicket.get(ticket))
    .filter(Boolean);
  const room = Math.min(12, queue.window);
  const tools = html`
    ${calm.chip}
    <input
      type="search"
      ref=${search}
      class="queue-filter"
      placeholder=${`Filter (${keyHint('queue.filter')})`}
      aria-label="Filter the tasks"
      value=${filter}
      onInput=${(event) => setFilter(event.currentTarget.value)}
      onKeyDown=${(event) => event.key === 'Escape' && setFilter('')}
    />
  `;
  return html`<${Panel} title="Current tasks" term="window" tools=${tools}>
    <div class="queue-room" style=${`min-height:calc(${room} * var(--row) + 32px)`}>
      ${
        queue.open.length === 0
          ? html`<${None} about=${about} />`
          : html`
              <table class="table queue-open" ...${calm.bind}>
                <caption class="sr">Tasks that engines are working on, oldest first</caption>
                <thead>
                  <tr>
                    <th scope="col"><span class="sr">State</span></th>
                    <${Head} num hint="Tasks are numbered in order">No.<//>
                    <th scope="col">Position</th>
                    <${Head} hint="all: every move. others: the moves that are not in the graph">
                      Scope
                    <//>
                    <th scope="col" class="queue-engine">Engine</th>
                    <${Head} num term="nodes">Progress<//>
                    <${Head} num hint="Since the task was given out">Age<//>
                    <th scope="col"><span class="sr">Actions</span></th>
                  </tr>
                </thead>
                <tbody>
                  ${shown.map(
                    (row) =>
                      html`<${Task}
                        key=${row.ticket}
                        project=${project}
                        row=${row}
                        writable=${writable}
                      />`,
                  )}
                </tbody>
              </table>
              ${rows.length === 0 && html`<p class="muted queue-note">No matching task.</p>`}
              ${
                rows.length > SHOWN &&
                html`<p class="muted queue-note">… and ${rows.length - SHOWN} more.</p>`
              }
            `
      }
    </div>
  <//>`;
}

/** What a task is doing: sign and words. */
const DOING = {
  searching: ['◐', 'being searched'],
  finished: ['●', 'finished, waits for its turn'],
  waiting: ['◌', 'waits for an engine'],
};

/** @param {{ project: string, row: QuestionRow, writable: boolean }} props */
function Task({ project, row, writable }) {
  const [glyph, words] = DOING[row.state] ?? DOING.waiting;
  const name = row.path || 'the root position';
  const cancel = () =>
    act(project, row.node, { do: 'cancel', ticket: Number(row.ticket) }, { name });
  return html`<tr data-task=${row.state}>
    <td title=${words}><span aria-hidden="true">${glyph}</span><span class="sr">${words}</span></td>
    <td class="num muted">${exact(row.ticket)}</td>
    <td class="queue-cell"><${Path} project=${project} node=${row.node} path=${row.path} /></td>
    <td class="queue-scope">${row.scope === 'others' ? 'other moves' : 'all moves'}</td>
    <td class="queue-engine" title=${row.engine ?? words}>${row.engine ?? '–'}</td>
    <td class="num queue-progress"><${Progress} row=${row} /></td>
    <td class="num">${row.age === null ? '–' : duration(row.age)}</td>
    <td class="num">
      ${
        writable &&
        html`<button
          type="button"
          class="button button--small"
          aria-label=${`Cancel the task at ${name}`}
          onClick=${cancel}
        >
          Cancel
        </button>`
      }
    </td>
  </tr>`;
}

/**
 * How much of a task is done.
 * @param {{ row: QuestionRow }} props
 */
function Progress({ row }) {
  const part = row.state === 'finished' ? 1 : Math.min(0.99, row.searched / Math.max(1, row.nodes));
  const done = row.state === 'finished' ? row.nodes : row.searched;
  return html`
    <span class="queue-bar" aria-hidden="true"><i style=${`width:${part * 100}%`}></i></span>
    <span title=${`${exact(done)} of ${exact(row.nodes)} nodes`}>
      ${count(done)} of ${count(row.nodes)}
    </span>
  `;
}

/** @param {{ about: Project | null }} props */
function None({ about }) {
  if (about?.state === 'running') return html`<${Empty} title="No task right now." />`;
  return html`<${Empty} title="No tasks.">
    <p>
      ${
        about?.writable
          ? 'Press Run above to start the engines.'
          : 'This project is read-only here.'
      }
    </p>
  <//>`;
}

/**
 * Questions that failed.
 * @param {{ project: string, rows: ParkedRow[], writable: boolean }} props
 */
export function Parked({ project, rows, writable }) {
  if (rows.length === 0) return null;
  const retryAll = async () => {
    for (const row of rows) await act(project, row.node, { do: 'unpark' }, { quiet: true });
  };
  const tools =
    writable &&
    rows.length > 1 &&
    html`<button type="button" class="button button--small" onClick=${retryAll}>
      Retry all ${rows.length}
    </button>`;
  return html`<${Panel} title="Failed" tools=${tools}>
    <div class="scroll-x" tabindex="0" role="group" aria-label="Failed">
      <table class="table">
        <caption class="sr">Positions whose task failed</caption>
        <thead>
          <tr>
            <th scope="col"><span class="sr">State</span></th>
            <th scope="col">Position</th>
            <th scope="col">What happened</th>
            <th scope="col"><span class="sr">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) => html`<tr key=${row.node}>
              <td class="state--parked">!<span class="sr"> failed</span></td>
              <td class="queue-cell">
                <${Path} project=${project} node=${row.node} path=${row.path} />
              </td>
              <td class="queue-reason">${row.reason}</td>
              <td class="num">
                ${
                  writable &&
                  html`<button
                    type="button"
                    class="button button--small"
                    onClick=${() => act(project, row.node, { do: 'unpark' }, { name: row.path })}
                  >
                    Retry
                  </button>`
                }
              </td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  <//>`;
}

/**
 * Positions to which the user gave a part of the tasks.
 * @param {{ project: string, rows: BoostRow[], writable: boolean }} props
 */
export function Boosts({ project, rows, writable }) {
  const sum = rows.reduce((total, row) => total + row.percent, 0);
  if (rows.length === 0) {
    return html`<p class="muted queue-hint">No boosts<${Term} id="boost" label="a boost" />.</p>`;
  }
  const name = (row) => row.path || 'the root position';
  return html`<${Panel}
    title="Boosts"
    term="boost"
    tools=${html`<span class="muted">${sum} % of the engine time</span>`}
  >
    <table class="table">
      <caption class="sr">Positions with a share of the engine time</caption>
      <thead>
        <tr>
          <th scope="col">Below</th>
          <th scope="col" class="num">Percent</th>
          <th scope="col"><span class="sr">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) => html`<tr key=${row.node}>
            <td class="queue-cell">
              <${Path} project=${project} node=${row.node} path=${row.path} />
            </td>
            <td class="num">
              <span class="queue-bar" aria-hidden="true">
                <i style=${`width:${row.percent}%`}></i>
              </span>
              ${row.percent}
            </td>
            <td class="num">
              ${
                writable &&
                html`
                  <button
                    type="button"
                    class="button button--small"
                    aria-label=${`Change the boost of ${name(row)}`}
                    onClick=${() => boost(project, row.node, name(row), row.percent)}
                  >
                    Change
                  </button>
                  ${' '}
                  <button
                    type="button"
                    class="button button--small"
                    aria-label=${`End the boost of ${name(row)}`}
                    onClick=${() =>
                      act(project, row.node, { do: 'boost', percent: 0 }, { name: name(row) })}
                  >
                    End
                  </button>
                `
              }
            </td>
          </tr>`,
        )}
      </tbody>
    </table>
  <//>`;
}
