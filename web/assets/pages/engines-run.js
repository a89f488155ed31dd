// Lets engines work for a project: which one, how many, with which options.
import { html, useState } from '/lib/preact.js';
import { refresh } from '/lib/socket.js';
import { link } from '/lib/router.js';
import { toast } from '/lib/toast.js';
import { startRun, stopNow, toggleRun } from '/lib/run.js';
import { Panel, Trouble, Empty } from '/lib/parts.js';
import { State, PROJECT_STATES } from '/lib/words.js';
import { test } from '/pages/engines-list.js';
import { usual } from '/pages/home-start.js';

const HASH = 128;

/**
 * The form. `wanted` is the project of the address.
 * @param {{
 *   engines: EngineCard[], projects: any, processors: number, tests: any, tested: any, wanted:
 *   any, choose: any,
 * }} props
 */
export function RunForm({ engines, projects, processors, tests, tested, wanted, choose }) {
  const able = projects.filter((card) =>
    ['idle', 'running', 'pausing', 'closed'].includes(card.state),
  );
  const project =
    able.find((card) => card.id === wanted) ??
    able.find((card) => card.state === 'running') ??
    able[0];
  if (!project)
    return html`<${Panel} title="Assign an engine">
      <${Empty} title="No project yet."><p><a class="button" href="/">Start a project</a></p><//>
    <//>`;
  const fitting = engines.filter(
    (engine) => project.game === '' || engine.games.includes(project.game),
  );
  return html`<${Panel} title="Assign an engine">
    <div class="run-form">
      <label class="field">
        <span>Project</span>
        <select value=${project.id} onChange=${(event) => choose(event.currentTarget.value)}>
          ${able.map((card) => html`<option value=${card.id}>${card.id}</option>`)}
        </select>
      </label>
      <p>
        <${State} of=${project.state} all=${PROJECT_STATES} /> · <a href=${link.queue(project.id)}>
          queue
        </a>
      </p>
      ${
        ['running', 'pausing'].includes(project.state)
          ? html`<${Busy} project=${project} />`
          : html`<${Choose}
              key=${project.id}
              ...${{ project, engines: fitting, processors, tests, tested }}
            />`
      }
    </div>
  <//>`;
}

/** @param {{ project: Project }} props */
function Busy({ project }) {
  const press = async () => {
    if (await toggleRun(project)) refresh('/api/projects');
  };
  if (project.state === 'pausing')
    return html`
      <p class="muted">Pausing: finishing current tasks.</p>
      <button type="button" class="button" onClick=${() => stopNow(project)}>■ Stop now</button>
    `;
  return html`
    <p>Running. Pause to select another engine or number of workers.</p>
    <p class="row">
      <button type="button" class="button" onClick=${press}>❚❚ Finish tasks</button>
      <button type="button" class="button" onClick=${() => stopNow(project)}>■ Stop now</button>
    </p>
  `;
}

/**
 * @param {{
 *   project: Project, engines: EngineCard[], processors: number, tests: any, tested: any,
 * }} props
 */
function Choose({ project, engines, processors, tests, tested }) {
  const last = project.last_run;
  const before = engines.find((one) => one.id === last?.engine);
  const [id, setId] = useState((before ?? usual(engines, project.game || 'chess'))?.id);
  const [count, setCount] = useState(last?.count ?? processors ?? 1);
  const [hash, setHash] = useState(last?.hash ?? HASH);
  const [values, setValues] = useState(() => (before ? remembered(last?.options ?? []) : {}));
  const [resume, setResume] = useState(Boolean(last?.resume));
  const [state, setState] = useState(/** @type {any} */ ({ busy: false, error: null }));
  const engine = engines.find((one) => one.id === id) ?? engines[0];
  if (!engine) return html`<p class="muted">No engine here can analyse ${project.game}.</p>`;
  const options = (tests[engine.id]?.options ?? engine.options).filter(
    (option) => option.name !== 'Hash',
  );
  const threads = Number(
    values.Threads ?? options.find((option) => option.name === 'Threads')?.value ?? 1,
  );
  async function start(event) {
    event.preventDefault();
    setState({ busy: true, error: null });
    // What the last run had counts also while the options are not shown.
    const usually = Object.fromEntries(options.map((option) => [option.name, option.value]));
    const changed = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => usually[name] !== value),
    );
    try {
      const own = engine.id === 'builtin' ? {} : { hash, options: changed };
      if (await startRun(project.id, { engine: engine.id, count, resume, ...own })) {
        refresh('/api/workers');
        toast(`${engine.name} started for ${project.id}.`, { tone: 'good', seconds: 4 });
      }
      setState({ busy: false, error: null });
    } catch (error) {
      setState({ busy: false, error });
    }
  }
  return html`<form onSubmit=${start} class="run-form">
    <label class="field">
      <span>Engine</span>
      <select
        value=${engine.id}
        onChange=${(event) => {
          setId(event.currentTarget.value);
          setValues({});
        }}
      >
        ${engines.map(
          (one) =>
            html`<option value=${one.id}>
              ${one.name}
              ${one.id !== one.name ? ` (${one.id})` : ''}
            </option>`,
        )}
      </select>
    </label>
    <div class="run-pair">
      <${Field}
        label="Workers"
        value=${count}
        min=${1}
        max=${256}
        set=${setCount}
        hint="Engine processes"
      />
      ${
        engine.id !== 'builtin' &&
        html`<${Field}
          label="Hash, MiB each"
          value=${hash}
          min=${1}
          max=${1048576}
          set=${setHash}
          hint=${`${count * hash} MiB together`}
        />`
      }
    </div>
    ${
      processors !== null &&
      count * threads > processors &&
      html`<p class="run-warn" role="status">
        ! ${count} workers
        × ${threads} ${threads === 1 ? 'thread' : 'threads'} use ${count * threads} processors, and
        there are ${processors}: they will wait for each other.
      </p>`
    }
    ${
      engine.id !== 'builtin' &&
      html`<${Options}
        ...${{ engine, options, values, setValues, tested, error: tests[engine.id]?.error }}
      />`
    }
    ${
      last?.syzygy &&
      project.game === 'chess' &&
      html`<p class="muted">Tablebases: <span class="mono">${last.syzygy}</span></p>`
    }
    <label class="check">
      <input
        type="checkbox"
        checked=${resume}
        onChange=${(event) => setResume(event.currentTarget.checked)}
      />
      Resume automatically when the server restarts
    </label>
    ${state.error && html`<${Trouble} error=${state.error} />`}
    <button class="button button--primary" disabled=${state.busy}>
      ${state.busy ? 'Starting…' : `▶ Run ${project.id}`}
    </button>
  </form>`;
}

/**
 * The options of the last run, `NAME=VALUE`, by name.
 * @param {string[]} options
 * @returns {Record<string, string>}
 */
function remembered(options) {
  return Object.fromEntries(
    options.map((option) => {
      const [name, ...value] = option.split('=');
      return [name, value.join('=')];
    }),
  );
}

/**
 * @param {{
 *   engine: EngineCard, options: any, values: any, setValues: any, tested: any, error: any,
 * }} props
 */
function Options({ engine, options, values, setValues, tested, error }) {
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    tested(engine.id, await test(engine.id));
    setBusy(false);
  };
  if (options.length === 0) {
    return html`
      <p class="row">
        <button type="button" class="button button--small" disabled=${busy} onClick=${ask}>
          ${busy ? 'Asking…' : 'Show its options'}
        </button>
        <small class="muted">Starts the engine briefly.</small>
      </p>
      ${error && html`<${Trouble} title="Cannot read its options." error=${error} />`}
    `;
  }
  const set = (name) => (value) => setValues((old) => ({ ...old, [name]: value }));
  const first = options.filter((option) => option.name === 'Threads');
  const others = options.filter((option) => option.name !== 'Threads');
  const list = (some) =>
    some.map(
      (option) =>
        html`<${Option}
          key=${option.name}
          option=${option}
          value=${values[option.name] ?? option.value}
          set=${set(option.name)}
        />`,
    );
  return html`
    ${list(first)}
    ${
      others.length > 0 &&
      html`<details class="run-options">
        <summary>
          ${others.length} more options
          ${
            others.some(
              (option) => values[option.name] !== undefined && values[option.name] !== option.value,
            )
              ? ' (changed)'
              : ''
          }
        </summary>
        <div class="run-option-list">${list(others)}</div>
      </details>`
    }
  `;
}

/** @param {{ option: EngineOption, value: any, set: any }} props */
function Option({ option, value, set }) {
  const { name, kind, range, choices } = option;
  if (kind === 'switch') {
    return html`<label class="check">
      <input
        type="checkbox"
        checked=${value === 'true'}
        onChange=${(event) => set(String(event.currentTarget.checked))}
      /> ${name}
    </label>`;
  }
  if (kind === 'choice') {
    return html`<label class="field">
      <span>${name}</span>
      <select value=${value} onChange=${(event) => set(event.currentTarget.value)}>
        ${choices.map((one) => html`<option value=${one}>${one}</option>`)}
      </select>
    </label>`;
  }
  return html`<label class="field">
    <span>${name}</span>
    <input
      type="number"
      min=${range?.[0]}
      max=${range?.[1]}
      value=${value}
      required
      onInput=${(event) => set(event.currentTarget.value)}
    />
    ${
      range &&
      html`<small class="muted">${range[0]} to ${range[1]}; usually ${option.value}</small>`
    }
  </label>`;
}

function Field({ label, value, min, max, set, hint }) {
  return html`<label class="field">
    <span>${label}</span>
    <input
      type="number"
      min=${min}
      max=${max}
      step="1"
      value=${value}
      required
      onInput=${(event) =>
        event.currentTarget.value !== '' && set(Number(event.currentTarget.value))}
    />
    <small class="muted">${hint}</small>
  </label>`;
}
