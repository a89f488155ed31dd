// The tables of the queue: the next question and why, those that are open, those that failed, and
// boosts.
import { html, useMemo, useState } from '/lib/preact.js';
import { link } from '/lib/router.js';
import { useCalm } from '/lib/calm.js';
import { keyHint } from '/lib/keys.js';
import { Panel, Empty } from '/lib/parts.js';
import { Head } from '/lib/table.js';
import { Term } from '/lib/term.js';
import { Count, exact } from '/lib/format.js';
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
    : 'the first position';
  return html`<a class="queue-path" href=${link.analyse(project, node)} title=${path}>${words}</a>`;
}

/**
 * What is asked next, and the sum that decides it.
 * @param {{ project: string, queue: Queue, about: Project | null }} props
 */
export function Next({ project, queue, about }) {
  const { next } = queue;
  return html`<${Panel} title="Next question" term="penalty">
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
            <${Why} costs=${next.costs} />
            ${
              queue.boosts.length > 0 &&
              html`<p class="muted">
                Boosts take ${queue.boosts.reduce((sum, row) => sum + row.percent, 0)} of a hundred
                questions; within them the same rule counts.
              </p>`
            }
          `
        : html`<p>
            There is nothing to ask
            now: ${
              queue.open.length > 0
                ? 'what could be asked has been, and the answers are awaited.'
                : about?.settings?.most_positions &&
                    about.positions >= about.settings.most_positions
                  ? 'the project is as large as it may be.'
                  : 'everything is decided, excluded or put aside.'
            }
          </p>`
    }
  <//>`;
}

/** @param {{ costs: QuestionRow['costs'] }} props */
function Why({ costs }) {
  const sum = costs.reduce((total, row) => total + row.cost, 0);
  if (costs.length === 0)
    return html`<p class="muted">
      It is the first position: nothing is on the way, so its penalty is 0.
    </p>`;
  return html`<p class="queue-why">
    Smallest total
    penalty: ${costs.map(
      (row, i) =>
        html`
          ${i > 0 && ' + '}
          <span class="queue-cost">w(${move(row.move)}) = ${row.cost.toFixed(2)}</span>
        `,
    )}
    ${costs.length > 1 && html` = <b>${sum.toFixed(2)}</b>`} plies.
  </p>`;
}

/**
 * Questions that engines have.
 * @param {{ project: string, queue: Queue, about: Project | null, search: any }} props
 */
export function Asked({ project, queue, about, search }) {
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
      aria-label="Filter the questions"
      value=${filter}
      onInput=${(event) => setFilter(event.currentTarget.value)}
      onKeyDown=${(event) => event.key === 'Escape' && setFilter('')}
    />
  `;
  return html`<${Panel} title="Open questions" term="window" tools=${tools}>
    <div class="queue-room" style=${`min-height:calc(${room} * var(--row) + 32px)`}>
      ${
        queue.open.length === 0
          ? html`<${None} about=${about} />`
          : html`
              <table class="table queue-open" ...${calm.bind}>
                <caption class="sr">Questions that engines are answering, the oldest first</caption>
                <thead>
                  <tr>
                    <th scope="col"><span class="sr">State</span></th>
                    <${Head} num hint="Questions are numbered in the order they are asked">No.<//>
                    <th scope="col">Position</th>
                    <${Head} hint="all: every move. others: the moves that are not in the graph">
                      Asked about
                    <//>
                    <${Head} num term="nodes">Nodes<//>
                  </tr>
                </thead>
                <tbody>
                  ${shown.map(
                    (row) => html`<tr key=${row.ticket}>
                      <td title="being analysed">
                        <span aria-hidden="true">◐</span>
                        <span class="sr">being analysed</span>
                      </td>
                      <td class="num muted">${exact(row.ticket)}</td>
                      <td class="queue-cell">
                        <${Path} project=${project} node=${row.node} path=${row.path} />
                      </td>
                      <td class="queue-scope">
                        ${row.scope === 'others' ? 'other moves' : 'all moves'}
                      </td>
                      <td class="num"><${Count} n=${row.nodes} unit="nodes" /></td>
                    </tr>`,
                  )}
                </tbody>
              </table>
              ${
                rows.length === 0 && html`<p class="muted queue-note">No open question matches.</p>`
              }
              ${
                rows.length > SHOWN &&
                html`<p class="muted queue-note">… and ${rows.length - SHOWN} more.</p>`
              }
            `
      }
    </div>
  <//>`;
}

/** @param {{ about: Project | null }} props */
function None({ about }) {
  if (about?.state === 'running')
    return html`<${Empty} title="No question is open at this moment." />`;
  return html`<${Empty} title="No question is open.">
    <p>
      ${
        about?.writable
          ? 'Press Run above: engines then ask and answer by themselves.'
          : 'This project can only be read here.'
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
  return html`<${Panel} title="Put aside" tools=${tools}>
    <div class="scroll-x" tabindex="0" role="group" aria-label="Put aside">
      <table class="table">
        <caption class="sr">Positions whose question failed</caption>
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
 * Positions to which the user gave a part of the questions.
 * @param {{ project: string, rows: BoostRow[], writable: boolean }} props
 */
export function Boosts({ project, rows, writable }) {
  const sum = rows.reduce((total, row) => total + row.percent, 0);
  if (rows.length === 0) {
    return html`<p class="muted queue-hint">
      No boosts<${Term} id="boost" label="a boost" />: every question goes where the penalty is
      least. In Analyse or on the map a position can be given a part of them.
    </p>`;
  }
  const name = (row) => row.path || 'the first position';
  return html`<${Panel}
    title="Boosts"
    term="boost"
    tools=${html`<span class="muted">${sum} of 100 questions</span>`}
  >
    <table class="table">
      <caption class="sr">Positions that get a part of the questions</caption>
      <thead>
        <tr>
          <th scope="col">Below</th>
          <th scope="col" class="num">Of a hundred</th>
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
