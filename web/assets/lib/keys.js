// Keys: what a page does when one is pressed. Not while somebody types, a dialog is open or a board
// has its own cursor.
import { signal, useEffect, useRef } from '/lib/preact.js';
import { KEYMAP, keyName } from '/lib/keymap.js';

const PLACE = 'gametree.keys';
const layers = [];

/** Keys that the user has changed: { id: [keys] }. */
export const changedKeys = signal(stored());

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) || '{}');
    return typeof found === 'object' && found ? found : {};
  } catch {
    return {};
  }
}

/** Gives an action other keys; null gives it its own back. */
export function setKeys(id, keys) {
  const next = { ...changedKeys.value };
  if (keys === null) delete next[id];
  else next[id] = keys;
  changedKeys.value = next;
  try {
    localStorage.setItem(PLACE, JSON.stringify(next));
  } catch {
    /* Storage is off: the keys last as long as the tab. */
  }
}

/** The keys of an action. */
export function keysOf(id, usual) {
  return changedKeys.value[id] ?? usual ?? KEYMAP.find((row) => row.id === id)?.keys ?? [];
}

/** The first key of an action as people read it, for tooltips; empty where it has none. */
export function keyHint(id) {
  const [first] = keysOf(id);
  return first ? keyName(first) : '';
}

/**
 * Actions that fight for a key: rows of { key, ids }. Keys of all pages fight with those of every
 * page.
 */
export function conflicts() {
  return [...new Set(KEYMAP.map((row) => row.page))].flatMap(conflictsOn);
}

function conflictsOn(page) {
  const users = new Map();
  for (const { id } of KEYMAP.filter((row) => row.page === page || row.page === 'global')) {
    for (const key of keysOf(id)) users.set(key, [...(users.get(key) ?? []), id]);
  }
  const fights = ([, ids]) => ids.length > 1 && ids.some((id) => id.startsWith(`${page}.`));
  return [...users].filter(fights).map(([key, ids]) => ({ key, ids }));
}

/**
 * Binds actions while a component is there: `useKeys('analyse', { parent: () => …, note: () => …
 * })`. Names are those of lib/keymap.js; an own one is `{ keys: ['q'], label: 'Quit', run }`. `run`
 * gets (event, key). The last one bound wins.
 */
export function useKeys(page, actions) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const layer = { page, actions: () => latest.current };
    layers.push(layer);
    return () => layers.splice(layers.indexOf(layer), 1);
  }, [page]);
}

/** What is bound now: rows of { id, page, label, keys, run }, the innermost first. */
export function bound() {
  return layers.toReversed().flatMap(({ page, actions }) =>
    Object.entries(actions())
      .filter(([, action]) => action)
      .map(([name, action]) => row(page, name, action)),
  );
}

function row(page, name, action) {
  const id = `${page}.${name}`;
  const usual = KEYMAP.find((known) => known.id === id);
  const own = typeof action === 'function' ? { run: action } : action;
  return {
    id,
    page,
    label: own.label ?? usual?.label ?? name,
    keys: keysOf(id, own.keys ?? usual?.keys ?? []),
    run: own.run,
  };
}

/** The name of a pressed key: `Ctrl+k`, `Shift+e`, `?`, `Space`. */
export function pressed(event) {
  const key =
    event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const letter = key.length > 1 || key.toLowerCase() !== key.toUpperCase();
  const parts = [
    (event.ctrlKey || event.metaKey) && 'Ctrl',
    event.altKey && 'Alt',
    event.shiftKey && letter && 'Shift',
  ];
  return [...parts.filter(Boolean), key].join('+');
}

const TYPING =
  'textarea, select, [contenteditable=""], [contenteditable="true"], ' +
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])';

function busy(target, key) {
  if (document.querySelector('dialog[open]')) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest('[role=application], [data-own-keys]')) return true;
  if (target.matches('input[type=range], input[type=radio]') && /Arrow|Home|End|Page/.test(key))
    return true;
  if (/^(Space|Enter)$/.test(key) && target.closest('button, a[href], summary, label, input'))
    return true;
  return target.matches(TYPING) && !/^(Ctrl|Alt)\+/.test(key);
}

function keydown(event) {
  if (event.defaultPrevented || event.isComposing) return;
  const key = pressed(event);
  if (busy(event.target, key)) return;
  if (event.target instanceof Element && event.target.matches(TYPING) && key === 'Ctrl+z') return;
  const found = bound().find((action) => action.keys.includes(key));
  if (!found) return;
  event.preventDefault();
  found.run(event, key);
}

/** Starts it; called once. */
export function startKeys() {
  document.addEventListener('keydown', keydown);
}
