// Queue: what is being asked, what comes next and why, what failed; how the project grows; lines of
// your own.
import { html, useRef } from '/lib/preact.js';
import { useTopic } from '/lib/socket.js';
import { at } from '/lib/api.js';
import { useKeys } from '/lib/keys.js';
import { Loaded, Panel } from '/lib/parts.js';
import { Count, duration } from '/lib/format.js';
import { State, PROJECT_STATES } from '/lib/words.js';
import { Next, Asked, Parked, Boosts } from '/pages/queue-tables.js';
import { Growth } from '/pages/queue-growth.js';
import { AddLines } from '/pages/queue-add.js';

/** @param {{ route: Route }} props */
export function Page({ route }) {
  const { project } = route;
  const about = useTopic(at(project));
  const queue = useTopic(at(project, 'queue'));
  const search = useRef(null);
  useKeys('queue', { filter: () => search.current?.focus() });
  const writable = about.data?.writable ?? false;
  return html`<div class="queue">
    <h1 class="sr">Queue of ${project}</h1>
    <${Loaded} of=${queue} rows=${6}>
      ${(/** @type {Queue} */ data) => html`
        <${Figures} queue=${data} about=${about.data} />
        <div class="queue-columns">
          <div class="queue-main">
            <${Next} project=${project} queue=${data} about=${about.data} />
            <${Asked} project=${project} queue=${data} about=${about.data} search=${search} />
            <${Parked} project=${project} rows=${data.parked} writable=${writable} />
            <${Boosts} project=${project} rows=${data.boosts} writable=${writable} />
          </div>
          <div class="queue-side">
            ${
              about.data &&
              html`
                <${AddLines} project=${project} about=${about.data} />
                <${Panel} title="How it grows" term="cost"><${Growth} project=${about.data} /><//>
              `
            }
          </div>
        </div>
      `}
    <//>
  </div>`;
}

/**
 * The figures on top.
 * @param {{ queue: Queue, about: Project | null }} props
 */
function Figures({ queue, about }) {
  const running = about?.running;
  const mean =
    running && running.answers > 0
      ? (running.seconds * Math.max(1, running.workers)) / running.answers
      : null;
  return html`<ul class="figures" aria-label="Figures">
    <li><${State} of=${about?.state ?? 'idle'} all=${PROJECT_STATES} /></li>
    <li><b>${queue.open.length}</b> of ${queue.window} tasks</li>
    <li><b><${Count} n=${queue.answered} unit="results" /></b> results</li>
    <li><b>${queue.parked.length}</b> failed</li>
    ${
      running &&
      html`
        <li><b><${Count} n=${Math.round(running.per_hour)} /></b> per hour</li>
        <li><b>${running.busy}</b> of ${running.workers} workers busy</li>
        ${
          mean !== null &&
          html`<li>
            about <b>
              ${mean < 1 ? `${Math.max(1, Math.round(mean * 1000))}\u202fms` : duration(mean)}
            </b> per
            task
          </li>`
        }
      `
    }
    ${running?.trouble && html`<li class="figures-bad">! ${running.trouble}</li>`}
  </ul>`;
}
