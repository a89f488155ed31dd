// The engines as cards: where they come from, which games they know, and whether they work.
import { html, useState } from '/lib/preact.js';
import { post } from '/lib/api.js';
import { Panel, Trouble } from '/lib/parts.js';

const FROM = {
  'built in': 'part of this program',
  found: 'found on this computer',
  configuration: 'from the configuration file',
  'command line': 'named on the command line',
};

/**
 * All engines. `tests` has results by id; `tested(id, result)` is told of a new one.
 * @param {{ engines: EngineCard[], tests: any, tested: any }} props
 */
export function EngineList({ engines, tests, tested }) {
  return html`<${Panel} title="Available engines">
    <ul class="engine-list">
      ${engines.map(
        (engine) =>
          html`<${Card}
            key=${engine.id}
            engine=${engine}
            test=${tests[engine.id]}
            tested=${tested}
          />`,
      )}
    </ul>
    ${
      engines.length === 1 &&
      html`<p class="muted">
        Only the built-in engine is here. It needs nothing, and is much weaker than a strong UCI
        engine: see below how to add one.
      </p>`
    }
  <//>`;
}

/** Tests an engine: starts it, lets it think for a moment, stops it. */
export async function test(id) {
  try {
    return { ...(await post(`/api/engines/${encodeURIComponent(id)}/test`)), at: Date.now() };
  } catch (error) {
    return { error, at: Date.now() };
  }
}

/** @param {{ engine: EngineCard, test: any, tested: any }} props */
function Card({ engine, test: result, tested }) {
  const [busy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    tested(engine.id, await test(engine.id));
    setBusy(false);
  }
  const games =
    engine.games.length > 3
      ? `${engine.games.slice(0, 3).join(', ')} and ${engine.games.length - 3} more`
      : engine.games.join(', ');
  return html`<li class="engine">
    <div class="engine-head">
      <div>
        <b>${engine.name}</b>
        ${engine.id !== engine.name && html` <code>${engine.id}</code>`}
        <div class="muted">
          ${FROM[engine.from] ?? engine.from} · ${
            engine.strongest &&
            html`
              <span title="By the order of engines known by name; new chess projects begin with it">
                strongest, the default for chess
              </span>
              ${' · '}
            `
          }
          <span title=${engine.games.join(', ')}>${games}</span>
        </div>
      </div>
      <button type="button" class="button" disabled=${busy} onClick=${run}>
        ${busy ? 'Testing…' : result ? 'Test again' : 'Test'}
      </button>
    </div>
    <div role="status">
      ${
        result?.error &&
        html`<${Trouble} title=${`${engine.name} does not work.`} error=${result.error} />`
      }
      ${result && !result.error && html`<${Checks} result=${result} />`}
    </div>
  </li>`;
}

function Checks({ result }) {
  const options = result.options ?? [];
  return html`
    <ul class="checks">
      ${result.checks.map(
        (check) => html`<li class=${check.ok ? 'check-good' : 'check-bad'}>
          <span aria-hidden="true">${check.ok ? '✓' : '✗'}</span>
          <span class="sr">${check.ok ? 'works: ' : 'does not: '}</span>
          ${check.what}
        </li>`,
      )}
    </ul>
    ${
      options.length > 0 &&
      html`<details class="engine-options">
        <summary>${options.length} options</summary>
        <div class="scroll-x" tabindex="0" role="group" aria-label="Options">
          <table class="table">
            <caption class="sr">Options of ${result.name}</caption>
            <thead>
              <tr>
                <th scope="col">Option</th>
                <th scope="col">Usually</th>
                <th scope="col">Allowed</th>
              </tr>
            </thead>
            <tbody>
              ${options.map(
                (option) =>
                  html`<tr key=${option.name}>
                    <td>${option.name}</td>
                    <td>${option.value || '–'}</td>
                    <td class="muted">${allowed(option)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </details>`
    }
  `;
}

/** @param {EngineOption} option */
function allowed(option) {
  if (option.kind === 'number')
    return option.range ? `${option.range[0]} to ${option.range[1]}` : 'a number';
  return option.kind === 'switch' ? 'on or off' : option.choices.join(', ');
}
