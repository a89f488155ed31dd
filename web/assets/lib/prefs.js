// What the user has chosen, kept in this browser: one signal a choice.
import { signal, effect } from '/lib/preact.js';

const PLACE = 'gametree.prefs';

const DEFAULTS = {
  theme: 'auto', // auto, light, dark, contrast
  palette: 'safe', // safe, classic, mono
  motion: 'auto', // auto, off
  pov: 'white', // white, mover, mine
  mine: 'first', // whose side is mine: first, second
  figurines: false,
  arrows: 3, // moves shown as arrows on the board
  plies: 8, // plies of a line before it is cut
  notable: 0.3, // pawns by which two values must differ to be marked
  hidden: false, // engine output is hidden
  columns: 'simple', // the preset of the moves table
  inline: false, // the outline as running text
  flipped: {}, // boards that are turned, by project
  notify: false, // desktop notifications of watch rules
  project: null, // the project seen last
};

function stored() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) || '{}');
  } catch {
    return {};
  }
}

function build() {
  const found = stored();
  const made = {};
  for (const [name, value] of Object.entries(DEFAULTS)) {
    const fits = name in found && (value === null || typeof found[name] === typeof value);
    made[name] = signal(fits ? found[name] : value);
  }
  return made;
}

/** The choices: `prefs.theme.value`. */
export const prefs = build();

/** Every choice as it was at first. */
export function resetPrefs() {
  for (const [name, value] of Object.entries(DEFAULTS)) prefs[name].value = value;
}

effect(() => {
  const now = Object.fromEntries(
    Object.entries(prefs).map(([name, choice]) => [name, choice.value]),
  );
  try {
    localStorage.setItem(PLACE, JSON.stringify(now));
  } catch {
    /* Storage is off: choices last as long as the tab. */
  }
});

effect(() => {
  const { dataset } = document.documentElement;
  mark(dataset, 'theme', prefs.theme.value, 'auto');
  mark(dataset, 'motion', prefs.motion.value, 'auto');
  mark(dataset, 'palette', prefs.palette.value, 'safe');
});

function mark(dataset, name, value, usual) {
  if (value === usual) delete dataset[name];
  else dataset[name] = value;
}

/** Whether things may move. */
export function moving() {
  return prefs.motion.value !== 'off' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
