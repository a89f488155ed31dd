// Colours of the style sheet for canvases, which cannot read custom properties themselves.
import { signal } from '/lib/preact.js';

const known = new Map();
/** @type {HTMLElement | null} */
let probe = null;

/** Counts up when colours change; read `.value` to draw again then. */
export const themeVersion = signal(0);

/** The colour of a token as canvases take it: `colour('--q-best')`. */
export function colour(token) {
  if (!known.has(token)) known.set(token, resolve(token));
  return known.get(token);
}

function resolve(token) {
  if (!probe) {
    probe = document.createElement('span');
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(${token})`;
  return getComputedStyle(probe).color;
}

function changed() {
  known.clear();
  themeVersion.value += 1;
}

new MutationObserver(changed).observe(document.documentElement, {
  attributeFilter: ['data-theme', 'data-palette'],
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
matchMedia('(prefers-contrast: more)').addEventListener('change', changed);
