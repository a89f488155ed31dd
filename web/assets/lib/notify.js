// Tells the user when a watch rule has come true: a desktop notification where they allowed it, else
// a note at the edge; a number in the title of the tab and a dot on its icon until all is seen.
import { html, useEffect, useRef } from '/lib/preact.js';
import { at } from '/lib/api.js';
import { useNews } from '/lib/socket.js';
import { prefs } from '/lib/prefs.js';
import { go, link, badge } from '/lib/router.js';
import { toast } from '/lib/toast.js';
import { minus } from '/lib/format.js';

const MOST = 3; // notes at once; more are summed up

/** Whether desktop notifications are shown: `on`, `off`, `blocked` by the browser, or `missing`. */
export function notifying() {
  if (!('Notification' in window)) return 'missing';
  if (Notification.permission === 'denied') return 'blocked';
  return prefs.notify.value && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Turns desktop notifications on or off. Only a click may ask for the permission. */
export async function toggleNotifying() {
  if (notifying() === 'on') {
    prefs.notify.value = false;
    return;
  }
  const allowed = (await Notification.requestPermission()) === 'granted';
  prefs.notify.value = allowed;
  if (!allowed) toast('The browser blocks notifications. Notes at the edge are shown instead.');
}

/** A rule that has come true, in one sentence. */
export function sentence(row) {
  return `${row.short_path || 'Root position'}: ${row.rule}: ${minus(row.words)}`;
}

/** One rule at one position is told once; a best move again when it is another. */
function keyOf(row) {
  const again = row.rule === 'the best move changes' ? row.words : '';
  return `${row.node} ${row.rule} ${again}`;
}

/**
 * Watches the watch rules of a project on every page; shows nothing itself.
 * @param {{ project: string }} props
 */
export function Notices({ project }) {
  const { data } = useNews(at(project, 'changes?since=seen'));
  const told = useRef(/** @type {Set<string> | null} */ (null));
  const fired = data?.fired;
  useEffect(() => {
    if (!fired) return;
    badge(fired.length);
    // What came true before this page was opened is no news: the badge says it.
    const news = told.current ? fired.filter((row) => !told.current?.has(keyOf(row))) : [];
    told.current = new Set(fired.map(keyOf));
    tell(project, news);
  }, [fired]);
  useEffect(() => () => badge(0), []);
  return html``;
}

/** @param {string} project */
function tell(project, news) {
  for (const row of news.slice(0, MOST)) tellOne(project, row);
  if (news.length > MOST) toast(`${news.length - MOST} more watches have come true.`);
}

/** @param {string} project */
function tellOne(project, row) {
  if (notifying() !== 'on') {
    toast(sentence(row), { seconds: 20 });
    return;
  }
  const note = new Notification(project, {
    body: sentence(row),
    tag: `${project} ${keyOf(row)}`,
    icon: '/icon.svg',
  });
  note.onclick = () => {
    window.focus();
    go(link.analyse(project, row.node));
    note.close();
  };
}
