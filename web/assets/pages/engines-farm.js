// Engines on other computers: how to add one, and which of their results were not believed.
import { html } from '/lib/preact.js';
import { link } from '/lib/router.js';
import { Copy } from '/pages/engines-add.js';

/** @param {{ broker: BrokerCard | null | undefined, refused: RefusalRow[] }} props */
export function Farm({ broker, refused }) {
  return html`
    ${broker && html`<${AddComputer} broker=${broker} />`}
    ${refused.length > 0 && html`<${Refused} rows=${refused} />`}
  `;
}

/** @param {{ broker: BrokerCard }} props */
function AddComputer({ broker }) {
  const local = /\/\/(127\.|localhost|\[::1\])/.test(broker.place);
  return html`<section class="farm" aria-label="Add a computer">
    <h3>Add a computer</h3>
    <p>
      The workers of the broker at <span class="mono">${broker.place}</span> have the engines of all
      analyses. Type this line on another computer:
    </p>
    <${Copy} text=${broker.command} />
    ${
      !broker.has_token &&
      html`<p class="muted">
        Replace NAME:TOKEN: <code>gametree broker</code> has printed the whole line.
      </p>`
    }
    ${
      local &&
      broker.command.includes(broker.place.split('//')[1]) &&
      html`<p class="muted">
        This broker listens on this computer only; with the option${' '}
        <code class="mono">--listen 0.0.0.0:4222</code>, also on the network.
      </p>`
    }
  </section>`;
}

/** @param {{ rows: RefusalRow[] }} props */
function Refused({ rows }) {
  const latest = rows.toReversed();
  return html`<section class="farm" aria-label="Refused results">
    <h3>Refused results</h3>
    <p class="muted">Not believed, so not part of any project. The latest first.</p>
    <div class="scroll-x farm-refused" tabindex="0">
      <table class="table">
        <caption class="sr">Refused results</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Project</th>
            <th scope="col">Worker</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          ${latest.map(
            (row, i) => html`<tr key=${latest.length - i}>
              <td class="muted">${new Date(row.at * 1000).toLocaleTimeString()}</td>
              <td><a href=${link.queue(row.project)}>${row.project}</a></td>
              <td class="workers-name">${row.worker}</td>
              <td>${row.what}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
