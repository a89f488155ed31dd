// Figures of a project, and the engines whose values it holds.
import { html } from '/lib/preact.js';
import { Panel } from '/lib/parts.js';
import { Term } from '/lib/term.js';
import { Count, bytes, percent } from '/lib/format.js';

/**
 * Figures side by side.
 * @param {{ stats: Stats }} props
 */
export function Figures({ stats }) {
  const rows = [
    ['Positions', html`<${Count} n=${stats.positions} unit="positions" />`],
    ['Moves', html`<${Count} n=${stats.moves} unit="moves" />`],
    ['Results', html`<${Count} n=${stats.evaluations} unit="results" />`],
    ['Nodes searched', html`<${Count} n=${stats.engine_nodes} unit="nodes" />`, 'nodes'],
    [
      'Backed up from moves',
      html`
        <${Count} n=${stats.open} /> <small class="muted">
          ${percent(stats.positions ? stats.open / stats.positions : 0, 0)}
        </small>
      `,
      'state',
    ],
    ['Transpositions', html`<${Count} n=${stats.transpositions} />`, 'transposition'],
    [
      'Cycles',
      html`
        ${stats.cycles}
        ${stats.cycles > 0 && html` <small class="muted">largest ${stats.largest_cycle}</small>`}
      `,
      'repetition',
    ],
    ['Decided', html`<${Count} n=${stats.decided} />`],
    ['Game over', html`<${Count} n=${stats.ended} />`],
    ['Failed', html`${stats.parked}`],
    ['On disk', bytes(stats.bytes)],
  ];
  return html`<${Panel}
    title="Figures"
    tools=${html`<small
      class="muted"
      title="Two projects with the same data have the same fingerprint"
    >
      fingerprint <code>${stats.fingerprint}</code>
    </small>`}
  >
    <dl class="stats-figures">
      ${rows.map(
        ([name, value, term]) =>
          html`<div>
            <dt>${name}${term && html`<${Term} id=${term} label=${name} />`}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  <//>`;
}

/**
 * Whose values they are.
 * @param {{ stats: Stats }} props
 */
export function Sources({ stats }) {
  if (stats.sources.length === 0) return null;
  const all = stats.sources.reduce((sum, { positions }) => sum + positions, 0);
  return html`<${Panel} title="Engines used">
    <div class="scroll-x" tabindex="0" role="group" aria-label="Engines used">
      <table class="table">
        <caption class="sr">Engines by the number of positions they valued</caption>
        <thead>
          <tr>
            <th scope="col">Engine</th>
            <th scope="col">Options</th>
            <th scope="col" class="num">Positions</th>
            <th scope="col" class="num">Share</th>
            <th scope="col">Trust</th>
          </tr>
        </thead>
        <tbody>
          ${stats.sources.map(
            ({ name, options, positions, distrusted }) => html`<tr key=${`${name} ${options}`}>
              <th scope="row" class="stats-name">${name}</th>
              <td class="muted">${options || '–'}</td>
              <td class="num"><${Count} n=${positions} unit="positions" /></td>
              <td class="num">${percent(all ? positions / all : 0, 0)}</td>
              <td>${distrusted ? '⊘ not trusted' : '● trusted'}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  <//>`;
}
