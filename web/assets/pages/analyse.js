// The page Analyse: a position with its board, its moves, what lies below it, and how to steer the
// engines.
import { html, useEffect, useRef, useState } from '/lib/preact.js';
import { connection } from '/lib/socket.js';
import { prefs } from '/lib/prefs.js';
import { toggleRun } from '/lib/run.js';
import { Trouble, Waiting } from '/lib/parts.js';
import { keyHint } from '/lib/keys.js';
import { link } from '/lib/router.js';
import { firstIsDark } from '/lib/turn.js';
import { useAhead, useStudy } from './analyse-study.js';
import { endPreview } from './analyse-preview.js';
import { PathBar } from './analyse-path.js';
import { BoardPanel } from './analyse-board.js';
import { MovesPanel } from './analyse-moves.js';
import { OutlinePanel } from './analyse-outline.js';
import { LinePanel, LivePanel, useLive } from './analyse-live.js';
import { GamePanel } from './analyse-game.js';
import { NotesPanel } from './analyse-notes.js';
import { Steering, unpark } from './analyse-steer.js';
import { useAnalyseKeys, back, best, goTo } from './analyse-keys.js';

/** @param {string} selector */
const focus = (selector) =>
  /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();

const TABS = [
  ['moves', 'Moves'],
  ['outline', 'Outline'],
  ['line', 'Line'],
  ['engine', 'Engine'],
  ['notes', 'Notes'],
];

/**
 * The page.
 * @param {{ route: Route }} props
 */
export function Page({ route }) {
  const study = useStudy(route);
  useEffect(() => endPreview, [study.wanted]);
  useAhead(study);
  if (!study.node) {
    return html`<div class="narrow">
      <h1>Analyse</h1>
      ${
        study.error
          ? html`
              <${Trouble} error=${study.error} />
              <p>
                <a href=${link.analyse(study.id, 'root')}>To the root position</a> · <a href="/">
                  All projects
                </a>
              </p>
            `
          : html`<${Waiting} rows=${6} />`
      }
    </div>`;
  }
  return html`<${Workspace} study=${study} />`;
}

/** @param {{ study: Study }} props */
function Workspace({ study }) {
  const flipped = Boolean(prefs.flipped.value[study.id]);
  const [filter, setFilter] = useState(null);
  const [tab, setTab] = useState('moves');
  const [area, box, filterBox] = [useRef(null), useRef(null), useRef(null)];
  const live = useLive(study);
  const later = (run) => setTimeout(run, 20);
  const page = {
    live,
    flip: () => {
      prefs.flipped.value = { ...prefs.flipped.value, [study.id]: !flipped };
    },
    note: () => {
      setTab('notes');
      later(() => area.current?.focus());
    },
    filter: () => {
      setFilter(filter ?? '');
      later(() => filterBox.current?.focus());
    },
    board: () => focus('.board-panel .board [tabindex="0"]'),
  };
  useAnalyseKeys(study, page);
  const swipe = useSwipe(
    () => best(study),
    () => back(study),
  );
  return html`<div
    class=${`analyse ${study.waiting ? 'analyse--waiting' : ''}`}
    data-tab=${tab}
    data-first=${firstIsDark(study.node.players) ? 'dark' : 'light'}
    ...${swipe}
  >
    <h1 class="sr">Analyse ${study.id}</h1>
    <${PathBar} study=${study} />
    <${Told} study=${study} />
    <div class="analyse-left">
      <${BoardPanel} ...${{ study, flipped, box }} flip=${page.flip} goTo=${() => goTo(study)} />
      <${Steering} study=${study} toNote=${page.note} />
      <${LinePanel} study=${study} />
      <${LivePanel} study=${study} control=${live} />
    </div>
    <div class="analyse-right">
      <${MovesPanel} ...${{ study, filter, setFilter, filterBox }} />
      <${GamePanel} study=${study} />
      <${OutlinePanel} study=${study} />
      <${NotesPanel} study=${study} area=${area} />
    </div>
    <nav class="bottom-tabs" aria-label="Parts of the page">
      ${TABS.map(
        ([name, title]) => html`<button
          type="button"
          aria-pressed=${tab === name}
          onClick=${() => setTab(name)}
        >
          ${title}
        </button>`,
      )}
    </nav>
  </div>`;
}

/**
 * What is going on, in words: where that matters for what is seen.
 * @param {{ study: Study }} props
 */
function Told({ study }) {
  const { project, node, error, projectError } = study;
  const bar = (tone, text, button) =>
    html`<p class=${`told told--${tone}`} role="status"><span>${text}</span>${button}</p>`;
  const finished = project?.running?.finished;
  const run = (label) =>
    html`<button
      type="button"
      class="button button--small"
      onClick=${() => project && toggleRun(project)}
    >
      ${label}
    </button>`;
  return html`
    ${error && html`<${Trouble} error=${error} />`}
    ${projectError && !project && html`<${Trouble} error=${projectError} />`}
    ${
      node.parked &&
      bar(
        'bad',
        `! The task for this position failed: ${node.parked}`,
        html`<button
          type="button"
          class="button button--small"
          disabled=${!study.writable}
          onClick=${() => unpark(study)}
        >
          Try again
        </button>`,
      )
    }
    ${finished && bar('good', '✓ Finished: nothing left to analyse.')}
    ${
      project?.running?.trouble &&
      bar(
        'bad',
        `! Engines stopped: ${project.running.trouble}`,
        project.writable && project.state !== 'running' && run('Start again'),
      )
    }
    ${project?.trouble && bar('bad', `! ${project.trouble}`)}
    ${
      project?.state === 'elsewhere' &&
      connection.value.state === 'live' &&
      bar(
        'note',
        '⇄ Another program is using this project. You see what it has saved; changes are off here.',
      )
    }
    ${
      project &&
      !project.writable &&
      project.state !== 'elsewhere' &&
      bar('note', 'Read-only server: nothing can be changed here.')
    }
    ${project?.state === 'pausing' && bar('note', '◐ Pausing: finishing current tasks.')}
    ${
      project?.state === 'idle' &&
      project.writable &&
      project.evaluations === 0 &&
      bar(
        'note',
        html`
          Nothing is analysed yet. <b>Run</b> (<kbd>${keyHint('global.run')}</kbd>) starts the
          engines.
        `,
        run('▶ Run'),
      )
    }
    ${
      prefs.hidden.value &&
      bar('note', html`Engine output hidden (<kbd>${keyHint('analyse.hide')}</kbd> shows it).`)
    }
  `;
}

const FAR = 60;
const STRAIGHT = 0.5;

/**
 * Left is on, right is back, on screens that are touched; not on boards, fields and what scrolls
 * sideways.
 */
function useSwipe(on, off) {
  const start = useRef(null);
  const own = '.board, input, textarea, select, .crumbs, .scroll-x, dialog';
  return {
    onTouchStart: (event) => {
      const [touch] = event.touches;
      start.current =
        event.touches.length === 1 && !event.target.closest(own)
          ? [touch.clientX, touch.clientY]
          : null;
    },
    onTouchEnd: (event) => {
      if (!start.current) return;
      const [touch] = event.changedTouches;
      const [dx, dy] = [touch.clientX - start.current[0], touch.clientY - start.current[1]];
      start.current = null;
      if (Math.abs(dx) < FAR || Math.abs(dy) > Math.abs(dx) * STRAIGHT) return;
      if (dx < 0) on();
      else off();
    },
  };
}
