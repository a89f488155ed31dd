// Addresses and pages: the History API, pages loaded when they are first needed, scroll and focus
// put right.
import { signal } from '/lib/preact.js';
import { prefs } from '/lib/prefs.js';

/** @type {[string, RegExp, string[]][]} */
const ROUTES = [
  ['home', /^\/$/, []],
  ['analyse', /^\/p\/([^/]+)\/analyse(?:\/([^/]+))?$/, ['project', 'node']],
  ['map', /^\/p\/([^/]+)\/map(?:\/([^/]+))?$/, ['project', 'node']],
  ['queue', /^\/p\/([^/]+)\/queue$/, ['project']],
  ['stats', /^\/p\/([^/]+)\/stats$/, ['project']],
  ['analyse', /^\/p\/([^/]+)$/, ['project']],
  ['engines', /^\/engines$/, []],
  ['exercises', /^\/learn\/exercises(?:\/([^/]+))?$/, ['exercise']],
  ['learn', /^\/learn(?:\/([^/]+))?$/, ['example']],
  ['play', /^\/play(?:\/([^/]+))?$/, ['game']],
  ['lab', /^\/lab(?:\/([^/]+))?$/, ['run']],
  ['settings', /^\/settings$/, []],
  ['help', /^\/help(?:\/([^/]+))?$/, ['chapter']],
];

/**
 * Reads an address: { page, path, query, hash, project?, node?, ... }; page is 'unknown' where
 * nothing fits.
 * @param {URL} url
 * @returns {any}
 */
export function parse(url) {
  const path = url.pathname.replace(/(.)\/+$/, '$1');
  const common = {
    path,
    query: Object.fromEntries(url.searchParams),
    hash: decoded(url.hash.slice(1)),
  };
  for (const [page, shape, names] of ROUTES) {
    const found = shape.exec(path);
    if (found) return { page, ...common, ...named(names, found) };
  }
  return { page: 'unknown', ...common };
}

function named(names, found) {
  return Object.fromEntries(
    names.map((name, i) => [name, found[i + 1] === undefined ? undefined : decoded(found[i + 1])]),
  );
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const e = encodeURIComponent;

/** Addresses of pages. */
export const link = {
  home: () => '/',
  analyse: (project, node = lastNode(project)) => `/p/${e(project)}/analyse/${e(node)}`,
  map: (project, node = lastNode(project)) => `/p/${e(project)}/map/${e(node)}`,
  queue: (project) => `/p/${e(project)}/queue`,
  stats: (project) => `/p/${e(project)}/stats`,
  engines: () => '/engines',
  learn: (example) => (example ? `/learn/${e(example)}` : '/learn'),
  exercises: (name) => (name ? `/learn/exercises/${e(name)}` : '/learn/exercises'),
  play: (game) => (game ? `/play/${e(game)}` : '/play'),
  lab: (run) => (run ? `/lab/${e(run)}` : '/lab'),
  settings: (part) => (part ? `/settings#${e(part)}` : '/settings'),
  help: (term) => (term ? `/help/numbers#${e(term)}` : '/help'),
};

const nodes = new Map();

/** The position of a project that was looked at last. */
export function lastNode(project) {
  return nodes.get(project) ?? 'root';
}

/** Where we are. */
export const route = signal(remember(parse(new URL(location.href))));

function remember(now) {
  if (now.project) {
    if (now.node) nodes.set(now.project, now.node);
    prefs.project.value = now.project;
  }
  return now;
}

/**
 * Goes to an address. `replace` leaves no entry in the history.
 * @param {any} href
 * @param {{ replace?: boolean }} [options]
 */
export function go(href, { replace = false } = {}) {
  const url = new URL(href, location.href);
  if (url.href === location.href) return;
  keepScroll();
  history[replace ? 'replaceState' : 'pushState']({ scroll: 0 }, '', url);
  route.value = remember(parse(url));
}

/**
 * Changes the query of the address: `query({ tab: 'moves', old: null })`, without an entry in the
 * history.
 */
export function query(change) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  go(url.href, { replace: true });
}

function keepScroll() {
  history.replaceState({ ...history.state, scroll: window.scrollY }, '');
}

/**
 * Puts scroll and focus right after a page was drawn; called by the frame when the page has
 * changed.
 */
export function arrived() {
  const top = history.state?.scroll ?? 0;
  const aim = route.peek().hash && document.getElementById(route.peek().hash);
  if (aim) aim.scrollIntoView();
  else window.scrollTo(0, top);
  /** @type {HTMLElement | null} */
  const heading = document.querySelector('#main h1') ?? document.getElementById('main');
  if (!heading || document.activeElement?.closest('dialog, #main')) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function clicked(event) {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const anchor = event.target.closest?.('a[href]');
  if (!anchor || anchor.target || anchor.hasAttribute('download')) return;
  const url = new URL(anchor.href);
  if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (url.pathname === location.pathname && url.search === location.search && url.hash) return;
  event.preventDefault();
  go(url.href);
}

/** Starts it; called once. */
export function startRouter() {
  history.scrollRestoration = 'manual';
  document.addEventListener('click', clicked);
  window.addEventListener('pagehide', keepScroll);
  window.addEventListener('popstate', () => {
    route.value = remember(parse(new URL(location.href)));
  });
}

const loading = new Map();

/** The module of a page, with its style sheet. */
export function load(page) {
  if (!loading.has(page))
    loading.set(
      page,
      Promise.all([import(`/pages/${page}.js`), style(page)]).then(([module]) => module),
    );
  return loading.get(page);
}

function style(page) {
  return new Promise((done) => {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = `/pages/${page}.css`;
    sheet.onload = sheet.onerror = done;
    document.head.append(sheet);
  });
}

let tabName = 'gametree';
let news = 0;

/** What the tab is called. */
export function title(...parts) {
  tabName = [...parts.filter(Boolean), 'gametree'].join(' – ');
  document.title = news > 0 ? `(${news}) ${tabName}` : tabName;
}

/** The number before the title of the tab, and the icon with a dot, while there is news. */
export function badge(count) {
  news = count;
  document.title = news > 0 ? `(${news}) ${tabName}` : tabName;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  if (icon) icon.href = news > 0 ? '/icon-news.svg' : '/icon.svg';
}
