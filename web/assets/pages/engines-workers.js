// Who works: a row a worker, by project, with how much of the time it was searching.
import { html, useMemo } from '/lib/preact.js';
import { link } from '/lib/router.js';
import { useCalm } from '/lib/calm.js';
import { Loaded, Panel, Empty } from '/lib/parts.js';
import { Count, duration, percent } from '/lib/format.js';
import { Farm } from '/pages/engines-farm.js';
import { toggleRun } from '/lib/run.js';
import { refresh } from '/lib/socket.js';

/** The panel. */
export function Workers({ topic, projects }) {
  const rows = topic.data?.rows ?? [];
  const busy = rows.filter((row) => /^searching/.test(row.state)).length;
  const tools =
    topic.data &&
    html`<span class="muted">
      ${rows.length > 0 && html`<b>${busy}</b> of ${rows.length} searching · `}
      ${topic.data.processors} processors
    </span>`;
  return html`<${Panel} title="Workers" tools=${tools}>
    <${Loaded} of=${topic} rows=${3}>
      ${(/** @type {Workers} */ data) =>
        data.rows.length === 0
          ? html`<${Empty} title="No engine is running."><p>Select a project and press Run.</p><//>`
          : html`<${Rows} rows=${data.rows} projects=${projects} />`}
    <//>
    ${topic.data && html`<${Farm} broker=${topic.data.broker} refused=${topic.data.refused} />`}
  <//>`;
}

/** @param {{ rows: WorkerRow[], projects: Card[] }} props */
function Rows({ rows, projects }) {
  const groups = useMemo(() => Map.groupBy(rows, (row) => row.project), [rows]);
  const wanted = useMemo(() => [...groups.keys()], [groups]);
  const calm = useCalm(wanted);
  return html`
    ${calm.chip}
    <div class="scroll-x" ...${calm.bind}>
      <table class="table workers">
        <caption class="sr">Workers by project</caption>
        <thead>
          <tr>
            <th scope="col">Worker</th>
            <th scope="col">Status</th>
            <th scope="col" class="num">Results</th>
            <th scope="col" class="num">Failed</th>
            <th scope="col" class="num">Nodes/s</th>
            <th scope="col" class="num">Avg. time</th>
            <th scope="col">Searching</th>
          </tr>
        </thead>
        ${calm.order
          .filter((id) => groups.has(id))
          .map(
            (id) => html`<tbody key=${id}>
              <tr class="workers-group">
                <th colspan="7" scope="colgroup">
                  <a href=${link.queue(id)}>${id}</a>
                  <${Pause} card=${projects.find((card) => card.id === id)} />
                </th>
              </tr>
              ${groups
                .get(id)
                ?.map(
                  (row, i) => html`<tr key=${i}>
                    <td class="workers-name">${row.name}</td>
                    <td class="workers-state">
                      <span aria-hidden="true">
                        ${/^searching/.test(row.state) ? '◐' : '○'}
                      </span> ${row.state}
                    </td>
                    <td class="num"><${Count} n=${row.answered} unit="results" /></td>
                    <td class=${`num ${row.failed > 0 ? 'workers-bad' : 'muted'}`}>
                      ${row.failed > 0 ? `! ${row.failed}` : '0'}
                    </td>
                    <td class="num muted">
                      ${row.speed ? html`<${Count} n=${row.speed} unit="nodes per second" />` : '–'}
                    </td>
                    <td class="num muted">
                      ${row.answered > 0 ? duration(row.busy / row.answered) : '–'}
                    </td>
                    <td>
                      <span
                        class="meter"
                        role="meter"
                        aria-label="Share of the time spent searching"
                        aria-valuemin="0"
                        aria-valuemax="100"
                        aria-valuenow=${Math.round(row.utilisation * 100)}
                      >
                        <i style=${`width:${row.utilisation * 100}%`}></i>
                      </span>
                      <span class="meter-text">${percent(row.utilisation, 0)}</span>
                    </td>
                  </tr>`,
                )}
            </tbody>`,
          )}
      </table>
    </div>
  `;
}

/** @param {{ card: Card | undefined }} props */
function Pause({ card }) {
  if (!card || card.state !== 'running')
    return card?.state === 'pausing' ? html`<span class="muted">◐ pausing</span>` : null;
  const press = async () => {
    if (await toggleRun(card)) refresh('/api/projects');
  };
  return html`<button
    type="button"
    class="button button--small"
    aria-label=${`Pause ${card.id}`}
    onClick=${press}
  >
    ❚❚ Pause
  </button>`;
}
