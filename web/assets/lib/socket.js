// One WebSocket for the tab. It watches what the page looks at, comes back when it breaks, and
// polls when it cannot.
import { signal, useEffect, useMemo } from '/lib/preact.js';
import { get } from '/lib/api.js';
import { topicOf, known, held, take, patch, refuse, spoil } from '/lib/topics.js';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const POLL_EVERY = 5000;
const POLL_AFTER = 3; // failures in a row
const SLEEP_AFTER = 4000; // milliseconds in the background
const LINGER = 1500; // milliseconds a topic stays watched after its last reader has gone

/** @type {Answer<any>} */
const NOTHING = { data: null, error: null, stale: true, at: 0 };

/**
 * How we are connected: { state: 'connecting'|'live'|'lost'|'polling'|'asleep'|'stranger', at } with the time
 * of the last news.
 */
export const connection = signal({ state: 'connecting', at: 0 });

/** @type {WebSocket | null} */
let socket = null;
let failures = 0;
let retry = 0;
let poll = 0;
let asleep = false;
let lastNews = 0;
let reachable = true; // whether the last poll was answered
let stranger = false; // whether the server refused our token
const watched = new Set();

/**
 * What the server says at an address, kept fresh: { data, error, stale, at }. No path, no data.
 * @template {string} P
 * @param {P | null} path
 * @returns {Answer<GetAnswer<P>>}
 */
export function useTopic(path) {
  const topic = useMemo(() => (path ? topicOf(path) : null), [path]);
  useEffect(() => (path ? hold(path) : undefined), [path]);
  return topic ? topic.state.value : NOTHING;
}

/**
 * The same, also while the tab is in the background: for news that the user wants to be told of.
 * @template {string} P
 * @param {P | null} path
 * @returns {Answer<GetAnswer<P>>}
 */
export function useNews(path) {
  useEffect(() => {
    if (!path) return undefined;
    const topic = topicOf(path);
    topic.news = (topic.news ?? 0) + 1;
    return () => {
      topic.news = (topic.news ?? 1) - 1;
    };
  }, [path]);
  return useTopic(path);
}

/** Asks again for an address at once, after something was changed. */
export function refresh(path) {
  const topic = known(path);
  if (!topic) return;
  if (watched.has(path)) say({ watch: path });
  else if (topic.holders > 0) fetchOnce(topic);
}

function hold(path) {
  const topic = topicOf(path);
  topic.holders += 1;
  watch(topic);
  return () => {
    topic.holders -= 1;
    setTimeout(() => topic.holders === 0 && unwatch(topic), LINGER);
  };
}

function open() {
  return socket !== null && socket.readyState === WebSocket.OPEN;
}

function say(message) {
  if (open()) socket?.send(JSON.stringify(message));
}

/** @param {Topic} topic */
function watch(topic) {
  if (asleep && !staysAwake(topic)) return;
  if (!open()) {
    if (failures >= POLL_AFTER) fetchOnce(topic);
    return;
  }
  if (watched.has(topic.path)) return;
  watched.add(topic.path);
  say({ watch: topic.path });
}

/** @param {Topic} topic */
function unwatch(topic) {
  if (!watched.delete(topic.path)) return;
  topic.version = null;
  topic.state.value = { ...topic.state.peek(), stale: true };
  say({ unwatch: topic.path });
}

function connect() {
  clearTimeout(retry);
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  socket = new WebSocket(`${scheme}//${location.host}/ws`);
  socket.onopen = opened;
  socket.onmessage = (event) => hear(event.data);
  socket.onclose = closed;
}

function opened() {
  failures = 0;
  clearInterval(poll);
  watched.clear();
  report(asleep ? 'asleep' : 'live');
  for (const topic of held()) watch(topic);
}

function closed() {
  socket = null;
  watched.clear();
  failures += 1;
  spoil();
  if (failures === POLL_AFTER) startPolling();
  report(withoutSocket());
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1));
  retry = setTimeout(connect, wait * (0.75 + Math.random() / 2));
}

function withoutSocket() {
  if (failures < POLL_AFTER) return lastNews === 0 ? 'connecting' : 'lost';
  return stranger ? 'stranger' : reachable ? 'polling' : 'lost';
}

function report(state) {
  const now = connection.peek();
  if (now.state !== state || state === 'lost') connection.value = { state, at: lastNews };
}

function hear(text) {
  const message = parsed(text);
  const topic = message && known(message.at);
  if (!topic || !watched.has(topic.path)) return;
  lastNews = Date.now();
  if ('snapshot' in message) take(topic, message.snapshot, message.version);
  else if ('refused' in message) refuse(topic, message.refused);
  else if ('patch' in message && !patch(topic, message.patch, message.version)) askAgain(topic);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * A change was missed: the whole, please. Changes until then are not taken.
 * @param {Topic} topic
 */
function askAgain(topic) {
  if (topic.version === null) return;
  topic.version = null;
  say({ watch: topic.path });
}

function startPolling() {
  clearInterval(poll);
  const all = () => !asleep && held().forEach(fetchOnce);
  poll = setInterval(all, POLL_EVERY);
  all();
}

/** @param {Topic} topic */
async function fetchOnce(topic) {
  try {
    const data = await get(topic.path);
    [lastNews, reachable, stranger] = [Date.now(), true, false];
    take(topic, data);
  } catch (error) {
    const refusal = /** @type {Refusal} */ (error);
    reachable = refusal.code !== 'unreachable';
    stranger = refusal.status === 401;
    // The banner tells what is wrong with the connection; once is enough.
    if (topic.state.peek().data === null || (reachable && !stranger)) refuse(topic, refusal);
  }
  if (!open()) report(withoutSocket());
}

/**
 * Whether a topic is kept fresh in the background.
 * @param {Topic} topic
 */
function staysAwake(topic) {
  return topic === summary() || (topic.news ?? 0) > 0;
}

/** The one topic that is always kept in the background: the project, or the list of projects. */
function summary() {
  const open = held();
  return (
    open.find((topic) => /^\/api\/p\/[^/?]+$/.test(topic.path)) ??
    open.find((topic) => topic.path === '/api/projects')
  );
}

let drowsy = 0;

function seen() {
  clearTimeout(drowsy);
  if (document.hidden) {
    drowsy = setTimeout(sleep, SLEEP_AFTER);
  } else if (asleep) {
    wake();
  }
}

function sleep() {
  asleep = true;
  for (const topic of held()) if (!staysAwake(topic)) unwatch(topic);
  if (open()) report('asleep');
}

function wake() {
  asleep = false;
  if (open()) {
    report('live');
    for (const topic of held()) watch(topic);
  } else {
    connect();
  }
}

/** Starts it; called once. */
export function startSocket() {
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('online', () => !open() && connect());
  connect();
}
