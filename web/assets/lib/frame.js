// The frame around every page: the bar at the top, the line at the bottom, and the word about the
// connection.
import { html, useId, useState } from '/lib/preact.js';
import { connection, useTopic } from '/lib/socket.js';
import { at } from '/lib/api.js';
import { link } from '/lib/router.js';
import { clock, count, exact, bytes, Ago, povName, nextPov } from '/lib/format.js';
import { PROJECT_STATES, State } from '/lib/words.js';
import { keyHint } from '/lib/keys.js';
import { openKeys } from '/lib/palette.js';
import { stopNow, toggleRun } from '/lib/run.js';
import { useTick } from '/lib/calm.js';
import { prefs } from '/lib/prefs.js';

const EVERYWHERE = [
  ['home', 'Projects'],
  ['engines', 'Engines'],
  ['learn', 'Learn'],
  ['play', 'Play'],
  ['lab', 'Lab'],
];
const OF_PROJECT = [
  ['analyse', 'Analyse'],
  ['map', 'Map'],
  ['queue', 'Queue'],
  ['stats', 'Stats'],
];

/** Pages that stand below another tab. */
const ABOVE = { exercises: 'learn' };

/** Pages that show values from a point of view. */
const SCORED = ['home', 'settings', ...OF_PROJECT.map(([page]) => page)];

/** Names of pages for people. */
export const PAGE_NAMES = {
  ...Object.fromEntries([...EVERYWHERE, ...OF_PROJECT]),
  exercises: 'Exercises',
  settings: 'Settings',
  help: 'Help',
  unknown: 'Not found',
};

/**
 * The bar at the top.
 * @param {{ route: Route }} props
 */
export function TopBar({ route }) {
  const project = useTopic(route.project ? at(route.project) : null);
  return html`<header class="bar">
    <a class="brand" href="/" aria-label="gametree: all projects">
      <img src="/icon.svg" alt="" width="22" height="22" />
      <b>gametree</b>
    </a>
    <nav class="tabs tabs--all" aria-label="Pages">
      ${EVERYWHERE.map(
        ([page, name]) => html`<a
          href=${link[page]()}
          aria-current=${(ABOVE[route.page] ?? route.page) === page ? 'page' : undefined}
        >
          ${name}
        </a>`,
      )}
    </nav>
    ${
      route.project &&
      html`<nav class="tabs tabs--project" aria-label=${`Pages of ${route.project}`}>
        <${Switcher} current=${route.project} page=${route.page} />
        ${OF_PROJECT.map(
          ([page, name]) => html`<a
            href=${link[page](route.project)}
            title=${hint(page)}
            aria-current=${route.page === page ? 'page' : undefined}
          >
            ${name}
          </a>`,
        )}
      </nav>`
    }
    <div class="bar-tools">
      ${route.project && html`<${RunButton} project=${project.data} />`}
      <${Lamp} project=${route.project && project.data} />
      ${SCORED.includes(route.page) && html`<${PovChip} first=${project.data?.players?.[0]} />`}
      <${Connection} />
      <a class="button button--icon" href="/settings" aria-label="Settings" title="Settings">⚙</a>
      <button
        type="button"
        class="button button--icon"
        aria-label="Keys and help"
        title=${`Keys of this page (${keyHint('global.help')})`}
        onClick=${() => openKeys(PAGE_NAMES[route.page])}
      >
        ?
      </button>
    </div>
  </header>`;
}

const hint = (page) => keyHint(`global.${page}`);

function Switcher({ current, page }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const list = useTopic(open ? '/api/projects' : null);
  const to = (project) =>
    ['map', 'queue', 'stats'].includes(page) ? link[page](project) : link.analyse(project);
  return html`<span class="switcher">
    <button
      type="button"
      class="switcher-button"
      popovertarget=${id}
      title=${`Project ${current}: select another`}
    >
      <span class="switcher-name">${current}</span>
      <span aria-hidden="true">▾</span>
    </button>
    <div id=${id} popover class="menu" onToggle=${(event) => setOpen(event.newState === 'open')}>
      ${
        open &&
        (list.data?.projects ?? []).map(
          (card) => html`<a
            href=${to(card.id)}
            aria-current=${card.id === current ? 'true' : undefined}
          >
            <${State} of=${card.state} all=${PROJECT_STATES} short />
            <span>${card.id}</span>
          </a>`,
        )
      }
      ${open && !list.data && html`<span class="muted">One moment…</span>`}
      <a href="/">All projects</a>
    </div>
  </span>`;
}

/** @param {{ project: Project | null }} props */
function RunButton({ project }) {
  const [busy, setBusy] = useState(false);
  if (!project) return html`<button type="button" class="button run" disabled>▶ Run</button>`;
  const running = project.state === 'running';
  const waiting = project.state === 'pausing';
  const able = project.writable && !busy;
  async function press() {
    setBusy(true);
    if (project) await toggleRun(project);
    setBusy(false);
  }
  const why = project.writable
    ? `${running ? 'Pause' : 'Run'} (${keyHint('global.run')})`
    : 'Read-only project';
  return html`
    <button
      type="button"
      class=${`button run ${waiting ? 'run--waiting' : running ? 'run--on' : 'button--primary'}`}
      disabled=${!able || waiting}
      title=${running ? `${why}: finishes current tasks` : why}
      onClick=${press}
    >
      ${waiting ? '◐ Pausing' : running ? '❚❚ Pause' : '▶ Run'}
    </button>
    ${
      (running || waiting) &&
      html`<button
        type="button"
        class="button button--icon run-stop"
        aria-label="Stop now"
        title="Stop now: ends all searches and saves what they have found"
        disabled=${!able}
        onClick=${() => stopNow(project)}
      >
        ■
      </button>`
    }
  `;
}

/** @param {{ project: Project | null }} props */
function Lamp({ project }) {
  const workers = useTopic(project === null || project ? null : '/api/workers');
  const rows = workers.data?.rows ?? [];
  const idle = /^(idle|waiting|stopped|off)/i;
  const [busy, all] = project
    ? [project.running?.busy ?? 0, project.running?.workers ?? 0]
    : [rows.filter((row) => !idle.test(row.state)).length, rows.length];
  const shown = all === 0 ? 'idle' : `${busy}/${all}`;
  const words = all === 0 ? 'no engine is running' : `${busy} of ${all} engines are busy`;
  return html`<a
    class=${`lamp ${busy > 0 ? 'lamp--on' : ''}`}
    href="/engines"
    title=${words}
    aria-label=${`${shown}: ${words}`}
  >
    <span class="lamp-dot" aria-hidden="true"></span>
    ${shown}
  </a>`;
}

function PovChip({ first }) {
  return html`<button
    type="button"
    class="chip chip--button pov"
    onClick=${nextPov}
    title=${`Values are shown from this point of view (${keyHint('global.pov')})`}
  >
    <span class="pov-word">Scores: </span>
    ${povName(undefined, first)} ▾
  </button>`;
}

const CONNECTION = {
  live: ['live', 'Connected'],
  connecting: ['connecting', 'Connecting'],
  lost: ['lost', 'Connection lost; reconnecting'],
  polling: ['slow', 'No live connection: refreshing every five seconds'],
  stranger: ['lost', 'The server does not know this browser'],
  asleep: ['idle', 'The tab is in the background: refreshing less often'],
};

function Connection() {
  const { state } = connection.value;
  const [word, text] = CONNECTION[state];
  return html`<span class=${`connection connection--${state}`} title=${text} role="status">
    <span class="connection-dot" aria-hidden="true"></span>
    <span class="connection-word">${word}</span>
  </span>`;
}

/** Says that what is shown is old. */
export function Banner() {
  const { state, at: when } = connection.value;
  if (state === 'polling')
    return html`<p class="banner" role="status">
      No live connection: refreshing every five seconds.
    </p>`;
  if (state === 'stranger')
    return html`<p class="banner banner--bad" role="status">
      The server was restarted with another token: open the link printed by
      <code>gametree serve</code>.
    </p>`;
  if (state !== 'lost') return null;
  return html`<p class="banner banner--bad" role="status">
    Connection lost: is <code>gametree serve</code> still
    running? ${when ? `Showing data of ${clock(when)}.` : ''} Reconnecting…
  </p>`;
}

/**
 * The line at the bottom.
 * @param {{ route: Route }} props
 */
export function StatusLine({ route }) {
  useTick(15);
  return html`<footer class="status">
    ${route.project ? html`<${OfProject} id=${route.project} />` : html`<${OfAll} />`}
  </footer>`;
}

function OfProject({ id }) {
  const { data, error } = useTopic(at(id));
  if (error && !data) return html`<span class="status-bad">! ${error.message}</span>`;
  if (!data) return html`<span>One moment…</span>`;
  const { running } = data;
  return html`
    <span>
      <${State} of=${data.state} all=${PROJECT_STATES} />
      ${data.trouble && html` <b class="status-bad">${data.trouble}</b>`}
    </span>
    <span title=${`${exact(data.positions)} positions`}>
      <b>${count(data.positions)}</b> positions
    </span>
    <span title="Results per hour, measured over the last minute">
      <b>${count(running ? Math.round(running.per_hour) : 0)}</b> results/h
    </span>
    ${
      data.open_questions !== undefined &&
      html`<a href=${link.queue(id)}><b>${count(data.open_questions)}</b> open</a>`
    }
    <span title=${`${exact(data.bytes)} bytes on disk`}><b>${bytes(data.bytes)}</b></span>
    <span>saved <${Ago} at=${running?.saved_at || data.changed_at} /></span>
    ${running?.finished && html`<span>finished: nothing left to analyse</span>`}
    ${running?.trouble && html`<span class="status-bad">! ${running.trouble}</span>`}
    ${
      data.next &&
      !prefs.hidden.value &&
      html`<span class="status-next" title=${data.next}>next: ${data.next}</span>`
    }
  `;
}

function OfAll() {
  const { data } = useTopic('/api/projects');
  const runs = useTopic('/api/runs');
  const playing = (runs.data?.runs ?? []).filter(({ state }) => state === 'running').length;
  const cards = data?.projects ?? [];
  const running = cards.filter((card) => card.state === 'running').length;
  const size = cards.reduce((sum, card) => sum + card.bytes, 0);
  const saved = Math.max(0, ...cards.map((card) => card.changed_at));
  return html`
    <span><b>${cards.length}</b> ${cards.length === 1 ? 'project' : 'projects'}</span>
    <span><b>${running}</b> ${running === 1 ? 'analysis' : 'analyses'} running</span>
    ${
      playing > 0 &&
      html`<a href="/lab"><b>${playing}</b> ${playing === 1 ? 'match' : 'matches'} running</a>`
    }
    <span><b>${bytes(size)}</b> on disk</span>
    ${saved > 0 && html`<span>last change <${Ago} at=${saved} /></span>`}
  `;
}
