// The runs: a table that can be filtered and sorted, and the charts of those that are ticked.
import { html, signal, useMemo, useRef, useState } from '/lib/preact.js';
import { useTopic, refresh } from '/lib/socket.js';
import { useKeys, keyHint } from '/lib/keys.js';
import { useCalm } from '/lib/calm.js';
import { useSort, SortHead, Head, walk } from '/lib/table.js';
import { Ago, exact } from '/lib/format.js';
import { State } from '/lib/words.js';
import { Empty, Loaded } from '/lib/parts.js';
import { link, go } from '/lib/router.js';
import { post } from '/lib/api.js';
import { fail } from '/lib/toast.js';
import { Overlay } from '/pages/lab-overlay.js';
import { openNew } from '/pages/lab-new.js';
import { EXAMPLES } from '/pages/lab-examples.js';
import { RUN_STATES, Progress, elo, kindOf, shortGame, signed, verdict } from '/pages/lab-words.js';

/** The runs whose charts are drawn one over the other; kept while the tab is open. */
const ticked = signal(new Set());

const KEYS = {
  id: (run) => run.created_at,
  kind: kindOf,
  games: (run) => (run.figures ?? run.sweep)?.games ?? null,
  elo: (run) => run.figures?.elo ?? run.sweep?.best?.elo ?? null,
  llr: (run) => run.figures?.llr ?? null,
  state: (run) => run.state,
};

export function List() {
  const runs = useTopic('/api/runs');
  const about = useTopic('/api/about').data;
  useKeys('lab', { new: () => !about?.read_only && openNew('match') });
  return html`<div class="lab wide">
    <header class="lab-head">
      <div>
        <h1>Lab</h1>
        <p class="muted">
          Searches play each other, every opening with both colours. Runs are processes of their
          own: pause them, come back later, nothing is lost.
        </p>
      </div>
      ${
        !about?.read_only &&
        html`<div class="row">
          <button type="button" class="button button--primary" onClick=${() => openNew('match')}>
            + New match
          </button>
          <button type="button" class="button" onClick=${() => openNew('test')}>+ SPRT</button>
          <button type="button" class="button" onClick=${() => openNew('sweep')}>+ Sweep</button>
        </div>`
      }
    </header>
    <${Loaded} of=${runs} rows=${5}>
      ${(/** @type {Runs} */ data) =>
        data.runs.length === 0
          ? html`<${None} />`
          : html`<${Runs} runs=${data.runs} writable=${!about?.read_only} />`}
    <//>
  </div>`;
}

/** @param {{ runs: RunCard[], writable: boolean }} props */
function Runs({ runs, writable }) {
  const [filter, setFilter] = useState('');
  const table = useRef(null);
  const search = useRef(null);
  const shown = useMemo(() => runs.filter((run) => fits(run, filter)), [runs, filter]);
  const sort = useSort(shown, KEYS, { by: 'id', down: true });
  const wanted = useMemo(() => sort.rows.map((run) => run.id), [sort.rows]);
  const calm = useCalm(wanted);
  const byId = new Map(shown.map((run) => [run.id, run]));
  useKeys('lab', { filter: () => search.current?.focus() });
  const chosen = runs.filter((run) => ticked.value.has(run.id) && run.kind === 'match');
  return html`
    <section class="panel" aria-label="Runs">
      <header class="panel-head">
        <h2>Runs</h2>
        <span class="muted">${runs.length}</span>
        ${calm.chip}
        <div class="panel-tools">
          <input
            type="search"
            ref=${search}
            placeholder=${`Filter (${keyHint('lab.filter')})`}
            aria-label="Filter the runs"
            value=${filter}
            onInput=${(e) => setFilter(e.currentTarget.value)}
            onKeyDown=${(e) => leave(e, setFilter, table.current)}
          />
        </div>
      </header>
      <div class="panel-body panel-body--flush scroll-x">
        <table class="table lab-runs" ref=${table} ...${calm.bind}>
          <thead>
            <tr>
              <th><span class="sr">Overlay</span></th>
              <${SortHead} sort=${sort} by="id" hint="Newest first">Run<//>
              <${Head}>A − B<//>
              <${SortHead} sort=${sort} by="games" num>Games<//>
              <${SortHead}
                sort=${sort}
                by="elo"
                num
                hint="Positive: A is stronger. With its 95 % interval"
              >
                Elo (A − B)
              <//>
              <${SortHead}
                sort=${sort}
                by="llr"
                num
                class="wide-only"
                hint="The state of the sequential test, and its bounds"
              >
                LLR
              <//>
              <${SortHead} sort=${sort} by="state">State<//>
              <th><span class="sr">Actions</span></th>
            </tr>
          </thead>
          <tbody>
            ${calm.order
              .map((id) => byId.get(id))
              .filter(Boolean)
              .map((run) => html`<${Row} key=${run.id} ...${{ run, writable }} />`)}
          </tbody>
        </table>
      </div>
      ${
        shown.length === 0 &&
        html`<${Empty} title="No matching run.">
          <button type="button" class="button" onClick=${() => setFilter('')}>Show all</button>
        <//>`
      }
    </section>
    ${
      chosen.length > 0
        ? html`<${Overlay} runs=${chosen} />`
        : html`<p class="muted lab-hint">Select runs to overlay.</p>`
    }
  `;
}

/** @param {RunCard} run */
function fits(run, filter) {
  const text = [run.id, kindOf(run), run.a, run.b, run.game, run.state, run.figures?.verdict ?? '']
    .join(' ')
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function leave(event, setFilter, table) {
  if (event.key === 'Escape') setFilter('');
  if (event.key === 'ArrowDown' || event.key === 'Enter') {
    event.preventDefault();
    walk(table, 'first');
  }
}

/** @param {{ run: RunCard, writable: boolean }} props */
function Row({ run, writable }) {
  const open = (event) =>
    !event.target.closest('a, button, label, input') &&
    !getSelection()?.toString() &&
    go(link.lab(run.id));
  return html`<tr class="lab-run" onClick=${open}>
    <td class="lab-tick">
      ${
        run.kind === 'match' &&
        html`<label>
          <input
            type="checkbox"
            checked=${ticked.value.has(run.id)}
            onChange=${() => tick(run.id)}
            aria-label=${`Draw ${run.id}`}
          />
        </label>`
      }
    </td>
    <td class="lab-id">
      <a data-row=${run.id} href=${link.lab(run.id)}>${run.id}</a>
      <small class="muted">${kindOf(run)} · <${Ago} at=${run.created_at} /></small>
    </td>
    <td class="lab-sides"><${Sides} run=${run} /></td>
    <${run.kind === 'sweep' ? SweepCells : MatchCells} run=${run} />
    <td class="lab-state"><${Standing} run=${run} /></td>
    <td class="num">${writable && html`<${Switch} run=${run} small />`}</td>
  </tr>`;
}

/** @param {{ run: RunCard }} props */
function Sides({ run }) {
  const values =
    run.sweep &&
    html` <span class="muted">by</span> <span class="lab-search">${run.sweep.over}</span>`;
  return html`
    <span class="lab-search">${run.a}</span>
    ${values} <span class="muted">−</span> <span class="lab-search">${run.b}</span>
    <small class="muted" title=${run.game}>${shortGame(run.game)}</small>
  `;
}

/** @param {{ run: RunCard & { figures: Figures } }} props */
function MatchCells({ run }) {
  const { figures, test } = run;
  return html`
    <td class="num"><${Progress} figures=${figures} /></td>
    <td class="num"><b class="lab-elo">${elo(figures)}</b></td>
    <td class="num wide-only">
      ${
        test
          ? html`
              ${signed(figures.llr, 2)}
              <span class="muted"> / ${signed(
                  (figures.llr ?? 0) < 0 ? test.llr_low : test.llr_high,
                  2,
                )}
              </span>
            `
          : ''
      }
    </td>
  `;
}

/** @param {{ run: RunCard & { sweep: Sweep } }} props */
function SweepCells({ run }) {
  const { sweep } = run;
  return html`
    <td class="num">
      ${exact(sweep.games)}
      <small class="muted">${sweep.played} of ${sweep.values} values</small>
    </td>
    <td class="num">
      ${
        sweep.best
          ? html`
              best ${sweep.key} = <b>${sweep.best.value}</b>
              <small class="muted">${signed(sweep.best.elo, 0)} Elo</small>
            `
          : '–'
      }
    </td>
    <td class="wide-only"></td>
  `;
}

/**
 * The state, and the verdict where there is one.
 * @param {{ run: RunCard }} props
 */
function Standing({ run }) {
  const said = verdict(run);
  const finished = said.tone !== 'open';
  return html`
    <${State} of=${run.state} all=${RUN_STATES} />
    ${
      said.short &&
      html`<span
        class=${`lab-verdict ${finished ? `lab-verdict--${said.tone}` : ''}`}
        title=${said.long}
      >
        <span aria-hidden="true">${said.glyph}</span> ${said.short}
      </span>`
    }
    ${run.why && html`<small class="lab-why" title=${run.why}>${brief(run.why)}</small>`}
  `;
}

/** The line of the last words that says most. */
function brief(words) {
  const lines = words.split('\n');
  return lines.find((line) => line.startsWith('error')) ?? lines.at(-1);
}

function tick(id) {
  const next = new Set(ticked.value);
  if (!next.delete(id)) next.add(id);
  ticked.value = next;
}

/**
 * Pauses a run, or lets it go on.
 * @param {RunCard} run
 */
export async function toggle(run) {
  const pausing = run.state === 'running' || run.state === 'waiting';
  try {
    await post(`/api/runs/${run.id}`, { state: pausing ? 'paused' : 'running' });
  } catch (error) {
    fail(error);
  }
  refresh('/api/runs');
  refresh(`/api/runs/${run.id}`);
}

/**
 * The button for it; none where nothing is left to play.
 * @param {{ run: RunCard, small?: boolean }} props
 */
export function Switch({ run, small = false }) {
  const [busy, setBusy] = useState(false);
  if (run.state === 'done') return null;
  const pausing = run.state === 'running' || run.state === 'waiting';
  const word = pausing ? 'Pause' : run.state === 'failed' ? 'Try again' : 'Resume';
  const press = async () => {
    setBusy(true);
    await toggle(run);
    setBusy(false);
  };
  return html`<button
    type="button"
    class=${small ? 'button button--icon' : 'button'}
    disabled=${busy}
    onClick=${press}
    aria-label=${`${word}: ${run.id}`}
    title=${word}
  >
    <span aria-hidden="true">${pausing ? '❚❚' : '▶'}</span>
    ${small ? '' : ` ${busy ? 'One moment…' : word}`}
  </button>`;
}

function None() {
  return html`<section class="panel">
    <${Empty} title="No run yet.">
      <p>Start with one of these; everything can be changed first.</p>
    <//>
    <ul class="lab-examples">
      ${EXAMPLES.map(
        (example) => html`<li>
          <button type="button" class="door" onClick=${() => openNew(example.kind, example.run)}>
            <span class="door-glyph" aria-hidden="true">${example.glyph}</span>
            <span><b>${example.title}</b><span>${example.text}</span></span>
          </button>
        </li>`,
      )}
    </ul>
  </section>`;
}
