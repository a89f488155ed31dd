// Analyses that were running when the server ended: one click resumes them.
import { html, useState } from '/lib/preact.js';
import { post, at } from '/lib/api.js';
import { refresh, useTopic } from '/lib/socket.js';
import { startRun } from '/lib/run.js';
import { fail, toast } from '/lib/toast.js';

/**
 * Whether a project waits to be resumed.
 * @param {Card} card
 */
const waits = (card) => Boolean(card.last_run?.unfinished) && /^(idle|closed)$/.test(card.state);

/**
 * On the first page all of them, on a project's pages its own.
 * @param {{ route: Route }} props
 */
export function Unfinished({ route }) {
  const all = useTopic(route.page === 'home' ? '/api/projects' : null);
  const own = useTopic(route.project ? at(route.project) : null);
  const about = useTopic('/api/about');
  if (about.data?.read_only) return null;
  const cards = /** @type {Card[]} */ (own.data ? [own.data] : (all.data?.projects ?? []));
  return cards.filter(waits).map((card) => html`<${Offer} key=${card.id} card=${card} />`);
}

/** @param {{ card: Card }} props */
function Offer({ card }) {
  const [busy, setBusy] = useState(false);
  const [always, setAlways] = useState(Boolean(card.last_run?.resume));
  const names = card.last_run?.names.join(', ');
  async function resume() {
    setBusy(true);
    try {
      if (await startRun(card.id, { resume: always }))
        toast(`Resumed ${card.id}.`, { tone: 'good', seconds: 3 });
    } catch (error) {
      fail(error);
    }
    setBusy(false);
  }
  async function leave() {
    try {
      await post(at(card.id, 'run'), { state: 'idle', resume: always });
      refresh(at(card.id));
      refresh('/api/projects');
    } catch (error) {
      fail(error);
    }
  }
  return html`<div class="banner unfinished" role="status">
    <span>Analysis of <b>${card.id}</b> was running${names ? ` with ${names}` : ''}.</span>
    <button
      type="button"
      class="button button--small button--primary"
      disabled=${busy}
      onClick=${resume}
    >
      ${busy ? 'Starting…' : 'Resume'}
    </button>
    <button type="button" class="button button--small" disabled=${busy} onClick=${leave}>
      Not now
    </button>
    <label class="check">
      <input
        type="checkbox"
        checked=${always}
        onChange=${(event) => setAlways(event.currentTarget.checked)}
      />
      Always resume automatically
    </label>
  </div>`;
}
