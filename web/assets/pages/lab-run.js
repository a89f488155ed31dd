// One run: the verdict in a sentence, the figures, charts over the resource that is chosen, the
// games, how to play it again.
import { html, useMemo, useRef, useState } from '/lib/preact.js';
import { remove } from '/lib/api.js';
import { confirm } from '/lib/dialog.js';
import { go, link } from '/lib/router.js';
import { refresh, useTopic } from '/lib/socket.js';
import { useKeys } from '/lib/keys.js';
import { Ago, Count, duration, exact, percent } from '/lib/format.js';
import { State } from '/lib/words.js';
import { Loaded, Panel, Waiting } from '/lib/parts.js';
import { fail, toast } from '/lib/toast.js';
import { Chart, banded } from '/pages/lab-chart.js';
import { Games } from '/pages/lab-games.js';
import { Switch, toggle } from '/pages/lab-list.js';
import { openLike } from '/pages/lab-new.js';
import { ResourceChoice } from '/pages/lab-overlay.js';
import { SweepResult } from '/pages/lab-sweep.js';
import {
  RESOURCES,
  RUN_STATES,
  Progress,
  axisLabel,
  elo,
  eloDigits,
  kindOf,
  markdown,
  shortGame,
  signed,
  testWords,
  time,
  verdict,
} from '/pages/lab-words.js';

export function Detail({ id }) {
  const run = useTopic(`/api/runs/${encodeURIComponent(id)}`);
  const writable = !useTopic('/api/about').data?.read_only;
  useKeys('lab', {
    pause: () => writable && run.data && run.data.state !== 'done' && toggle(run.data),
    new: () => writable && run.data && openLike(run.data),
  });
  return html`<div class="lab wide">
    <p class="lab-back"><a href="/lab">← All runs</a></p>
    <${Loaded} of=${run} rows=${6}>
      ${(/** @type {LabRun} */ data) => html`<${Shown} run=${data} writable=${writable} />`}
    <//>
  </div>`;
}

/** @param {{ run: LabRun, writable: boolean }} props */
function Shown({ run, writable }) {
  return html`
    <header class="lab-head">
      <div>
        <h1>
          ${run.id} <span class="lab-versus">
            <span class="lab-search">${run.a}</span> − <span class="lab-search">${run.b}</span>
          </span>
        </h1>
        <p class="muted">
          ${kindOf(run)} · <span title=${run.game}>${shortGame(run.game)}</span> ·
          begun <${Ago} at=${run.created_at} />
          ${' '}
          · positive: A, that is ${run.a}, is stronger
        </p>
      </div>
      <${Tools} run=${run} writable=${writable} />
    </header>
    ${
      run.why &&
      html`<div class="trouble">
        <b>${run.state === 'failed' ? 'Failed.' : 'Note.'}</b>
        <pre class="lab-words">${run.why}</pre>
      </div>`
    }
    ${
      run.kind === 'sweep'
        ? html`<${SweepResult} run=${run} />`
        : html`<${MatchResult} run=${run} />`
    }
    <${Again} run=${run} />
  `;
}

/** @param {LabRun} run */
async function discard(run) {
  const sure = await confirm({
    title: `Delete ${run.id}?`,
    text: 'Its games and figures are deleted from the disk. This cannot be undone.',
    ok: 'Delete',
  });
  if (!sure) return;
  try {
    await remove(`/api/runs/${encodeURIComponent(run.id)}`);
    refresh('/api/runs');
    toast(`Deleted ${run.id}.`, { seconds: 4 });
    go(link.lab());
  } catch (error) {
    fail(error);
  }
}

/**
 * How long a run will take, by the games that were played while the page was open.
 * @param {{ run: LabRun }} props
 */
function TimeLeft({ run }) {
  const first = useRef(/** @type {{ games: number, at: number } | null} */ (null));
  const { games = 0, total } = run.figures ?? {};
  const now = Date.now();
  if (run.state !== 'running') first.current = null;
  else first.current ??= { games, at: now };
  const played = games - (first.current?.games ?? games);
  if (!total || played <= 0 || !first.current) return null;
  const left = ((total - games) * (now - first.current.at)) / played / 1000;
  return html`<span class="muted" title="Estimated from the games played since the page was opened">
    about ${duration(left)} left
  </span>`;
}

/** @param {{ run: LabRun, writable: boolean }} props */
function Tools({ run, writable }) {
  return html`<div class="row">
    <${State} of=${run.state} all=${RUN_STATES} />
    <${TimeLeft} run=${run} />
    ${
      writable &&
      html`
        <${Switch} run=${run} />
        <button
          type="button"
          class="button"
          onClick=${() => openLike(run)}
          title="Opens the dialog with these settings"
        >
          Duplicate
        </button>
        ${
          !['running', 'waiting'].includes(run.state) &&
          html`<button type="button" class="button" onClick=${() => discard(run)}>Delete…</button>`
        }
      `
    }
    <${Copy} run=${run} />
  </div>`;
}

/** @param {{ run: LabMatch }} props */
function MatchResult({ run }) {
  const said = verdict(run);
  return html`
    <section class=${`lab-said lab-said--${said.tone}`} aria-label="Verdict">
      <p class="lab-sentence"><span aria-hidden="true">${said.glyph}</span> ${said.long}</p>
      ${
        run.test &&
        html`<p class="muted">
          ${testWords(run.test)}. After a test that stops by itself the interval is a guide only.
        </p>`
      }
    </section>
    <${Facts} run=${run} />
    <${Charts} run=${run} />
    <div class="lab-pair"><${Pairs} figures=${run.figures} /><${Resources} run=${run} /></div>
    <${Games} id=${run.id} count=${run.figures.games} />
  `;
}

function Fact({ label, hint, children }) {
  return html`<div title=${hint}><dt>${label}</dt><dd>${children}</dd></div>`;
}

/** @param {{ run: LabMatch }} props */
function Facts({ run }) {
  const f = run.figures;
  const none = f.games === 0;
  return html`<dl class="lab-facts">
    <${Fact} label="Elo (A − B)" hint="With half of its 95 % interval"><b>${elo(f)}</b><//>
    <${Fact}
      label="normalized Elo"
      hint="In standard deviations of a game: tells how many games show the difference"
    >
      ${none ? '–' : signed(f.nelo, eloDigits(f))}
    <//>
    <${Fact} label="LOS" hint="The likelihood that A is stronger">${none ? '–' : percent(f.los)}<//>
    <${Fact} label="score" hint="A's points per game">${none ? '–' : percent(f.score)}<//>
    <${Fact}
      label="won · drawn · lost"
      hint=${none ? '' : `${percent(f.draws / f.games)} of the games are draws`}
    >
      ${exact(f.wins)} · ${exact(f.draws)} · ${exact(f.losses)}
    <//>
    ${
      f.margin !== null &&
      html`<${Fact}
        label="margin"
        hint="What A gets more than B in a game, in the game's own points, with its standard error"
      >
        ${signed(f.margin, 2)}
        ${f.margin_error !== null && ` ± ${f.margin_error.toFixed(2)}`}
      <//>`
    }
    <${Fact} label="games"><${Progress} figures=${f} /><//>
  </dl>`;
}

/** @param {{ run: LabRun }} props */
function Charts({ run }) {
  const { data } = useTopic(`/api/runs/${encodeURIComponent(run.id)}/series`);
  const [resource, setResource] = useState('games');
  if (!data) return html`<${Waiting} />`;
  if (data.games.length === 0) return null;
  const tools = html`<${ResourceChoice}
    value=${resource}
    set=${setResource}
    wall=${run.request.clock === 'wall'}
  />`;
  return html`<${Panel} title="Progress" tools=${tools}>
    <div class=${run.test ? 'lab-pair' : ''}>
      ${run.test && html`<${LlrChart} run=${run} series=${data} resource=${resource} />`}
      <${EloChart} run=${run} series=${data} resource=${resource} />
    </div>
  <//>`;
}

/** @param {{ run: LabMatch, series: Series, resource: string }} props */
function EloChart({ run, series, resource }) {
  const { of, words } = RESOURCES[resource];
  const label = axisLabel(resource, run.request.clock === 'wall');
  const data = useMemo(() => [of(series), series.elo, series.high, series.low], [series, resource]);
  const y = { label: 'Elo (A − B)', words: (n) => signed(n, 0) };
  return html`<${Chart}
    title="Elo ± 95 %"
    summary=${`now ${elo(run.figures)}`}
    x=${{ label, words, whole: resource !== 'seconds' }}
    y=${y}
    data=${data}
    lines=${banded('Elo', '--line-1')}
    marks=${[{ at: 0 }]}
  />`;
}

/** @param {{ run: LabTest, series: Series, resource: string }} props */
function LlrChart({ run, series, resource }) {
  const { of, words } = RESOURCES[resource];
  const label = axisLabel(resource, run.request.clock === 'wall');
  const { llr_low: low, llr_high: high } = run.test;
  const data = useMemo(() => [of(series), series.llr], [series, resource]);
  const marks = [
    { at: low, label: `H0 at ${signed(low, 2)}` },
    { at: high, label: `H1 at ${signed(high, 2)}` },
  ];
  return html`<${Chart}
    title="LLR"
    summary=${`now ${signed(run.figures.llr, 2)}`}
    x=${{ label, words, whole: resource !== 'seconds' }}
    y=${{ label: 'LLR', words: (n) => signed(n, 1) }}
    data=${data}
    lines=${[{ label: 'LLR', token: '--line-2' }]}
    marks=${marks}
  />`;
}

const POINTS = ['0', '½', '1', '1½', '2'];

/**
 * Pairs of games by A's points: the pair is the unit of all statistics.
 * @param {{ figures: Figures }} props
 */
function Pairs({ figures }) {
  const most = Math.max(1, ...figures.pentanomial);
  const all = figures.pentanomial.reduce((sum, n) => sum + n, 0);
  return html`<${Panel} title="Pairs of games, by A’s points">
    <table class="lab-penta">
      <tbody>
        ${figures.pentanomial.map(
          (n, i) => html`<tr key=${i}>
            <th scope="row">${POINTS[i]}</th>
            <td class="lab-penta-bar"><i style=${`--part:${n / most}`}></i></td>
            <td class="num">${exact(n)}</td>
            <td class="num muted">${all ? percent(n / all, 0) : ''}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  <//>`;
}

/** @type {[keyof Effort, string][]} */
const SPENT = [
  ['choices', 'moves selected'],
  ['moves', 'calls of the move operator'],
  ['nodes', 'nodes'],
  ['evaluations', 'evaluations'],
  ['seconds', 'time'],
];

/**
 * What each side spent, all in all and on a move: equal limits on one are seldom equal on another.
 * @param {{ run: LabMatch }} props
 */
function Resources({ run }) {
  const { spent_a: a, spent_b: b } = run.figures;
  const words = (name, n) => (name === 'seconds' ? time(n) : html`<${Count} n=${n} />`);
  const each = (side, name) =>
    name === 'choices' ? '' : side.choices > 0 ? words(name, side[name] / side.choices) : '–';
  const ratio = (x, y) => (y > 0 && Number.isFinite(x) ? (x / y).toFixed(2) : '–');
  return html`<${Panel} title="Cost">
    <div class="scroll-x" tabindex="0" role="group" aria-label="Cost">
      <table class="table">
        <thead>
          <tr>
            <th><span class="sr">Measure</span></th>
            <th scope="col" class="num">A</th>
            <th scope="col" class="num">B</th>
            <th scope="col" class="num">A ÷ B</th>
            <th scope="col" class="num">A per move</th>
            <th scope="col" class="num">B per move</th>
          </tr>
        </thead>
        <tbody>
          ${SPENT.map(
            ([name, label]) => html`<tr key=${name}>
              <th scope="row">${label}</th>
              <td class="num">${words(name, a[name])}</td>
              <td class="num">${words(name, b[name])}</td>
              <td class="num">${ratio(a[name], b[name])}</td>
              <td class="num">${each(a, name)}</td>
              <td class="num">${each(b, name)}</td>
            </tr>`,
          )}
          <tr>
            <th scope="row">move calls per second</th>
            <td class="num">${speed(a)}</td>
            <td class="num">${speed(b)}</td>
            <td class="num">${ratio(a.moves / a.seconds, b.moves / b.seconds)}</td>
            <td></td>
            <td></td>
          </tr>
        </tbody>
      </table>
    </div>
  <//>`;
}

function speed(side) {
  return side.seconds > 0 ? html`<${Count} n=${side.moves / side.seconds} />` : '–';
}

/** @param {{ run: LabRun }} props */
function Copy({ run }) {
  const take = async (text, what) => {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied.`, { seconds: 3 });
  };
  return html`
    <button type="button" class="button" onClick=${() => take(markdown(run), 'Markdown')}>
      Copy as Markdown
    </button>
    <button
      type="button"
      class="button"
      onClick=${() => take(JSON.stringify(run, null, 2), 'JSON')}
    >
      JSON
    </button>
  `;
}

/** @param {{ run: LabRun }} props */
function Again({ run }) {
  const copy = () =>
    navigator.clipboard.writeText(run.command).then(() => toast('Command copied.', { seconds: 3 }));
  const settings = Object.entries(run.settings);
  return html`<${Panel}
    title="Reproduce"
    tools=${html`<button type="button" class="button button--small" onClick=${copy}>Copy</button>`}
  >
    <pre class="lab-words">${run.command}</pre>
    <p class="muted">Files: <code>${run.directory}</code>.</p>
    ${
      settings.length > 0 &&
      html`<details>
        <summary>All settings</summary>
        <table class="lab-settings">
          <tbody>
            ${settings.map(
              ([name, value]) => html`<tr key=${name}>
                <th scope="row">${name}</th>
                <td>${value}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </details>`
    }
  <//>`;
}
