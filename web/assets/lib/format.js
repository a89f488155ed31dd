// Numbers and words as people read them. Values come as the first player's; the point of view turns
// them here only.
import { html } from '/lib/preact.js';
import { prefs } from '/lib/prefs.js';

const MINUS = '\u2212';
const THIN = '\u202f';

/** A hyphen that is a minus becomes one. */
export function minus(text) {
  return String(text).replace(/-(?=[\d#.])/g, MINUS);
}

/**
 * Whether values of a position are turned: `turn` is who moves there, 'first' or 'second'.
 * @param {Turn} turn
 */
export function turned(turn) {
  if (prefs.pov.value === 'mover') return turn === 'second';
  return prefs.pov.value === 'mine' && prefs.mine.value === 'second';
}

/**
 * A value in words from the point of view: `+0.34`, `−1.20`, `#5`, `#−5`; `–` where there is none.
 * @param {Value | null | undefined} worth
 * @param {Turn} [turn]
 */
export function score(worth, turn = 'first') {
  if (!worth) return '–';
  return minus(turned(turn) ? opposite(worth.text) : worth.text);
}

/** The same value for the other player, in words. */
export function opposite(text) {
  if (/^[+-]?(0+(\.0+)?)$/.test(text)) return text;
  if (/^[+-]/.test(text)) return (text[0] === '+' ? '-' : '+') + text.slice(1);
  if (text.startsWith('#')) return text[1] === '-' ? `#${text.slice(2)}` : `#-${text.slice(1)}`;
  if (/^[≥≤]/.test(text)) return (text[0] === '≥' ? '≤ ' : '≥ ') + opposite(text.slice(1).trim());
  const words = {
    win: 'loss',
    loss: 'win',
    wins: 'loses',
    loses: 'wins',
    won: 'lost',
    lost: 'won',
  };
  return text.replace(/\b(wins?|loss|loses|won|lost)\b/g, (word) => words[word]);
}

/**
 * Hundredths or the game's points from the point of view; null where there is none.
 * @param {Value | null | undefined} worth
 * @param {Turn} [turn]
 */
export function number(worth, turn = 'first') {
  if (!worth) return null;
  return turned(turn) ? -worth.number : worth.number;
}

/**
 * The chance from the point of view, from 0 to 1; null where there is none.
 * @param {Value | null | undefined} worth
 * @param {Turn} [turn]
 */
export function chance(worth, turn = 'first') {
  if (!worth) return null;
  return turned(turn) ? 1 - worth.win : worth.win;
}

/**
 * Wins, draws and losses from the point of view, in percent: `31/60/9`; empty where there are none.
 * @param {{ win: number, draw: number, loss: number } | null | undefined} told
 * @param {Turn} [turn]
 */
export function wdl(told, turn = 'first') {
  if (!told) return '';
  const { win, draw, loss } = told;
  const parts = turned(turn) ? [loss, draw, win] : [win, draw, loss];
  return parts.map((part) => Math.round(part / 10)).join('/');
}

/**
 * A value as an element: the words, with the chance and the other numbers in its tooltip.
 * @param {{ worth: Value | null | undefined, turn?: Turn, class?: any }} props
 */
export function Score({ worth, turn = 'first', class: name = '' }) {
  if (!worth) return html`<span class=${`score muted ${name}`} title="not known yet">–</span>`;
  const hint = `${percent(chance(worth, turn))} for ${povName(turn)}`;
  return html`<span class=${`score ${name}`} title=${hint}>${score(worth, turn)}</span>`;
}

/**
 * Whose values are shown, in words; `first` is what the first player is called.
 * @param {Turn} [turn]
 */
export function povName(turn, first = 'White') {
  if (prefs.pov.value === 'mover') return turn ? 'the side to move' : 'Side to move';
  if (prefs.pov.value === 'mine') return turn ? 'my side' : 'Mine';
  return turn ? 'White or the first player' : first;
}

/** The next point of view. */
export function nextPov() {
  const order = ['white', 'mover', 'mine'];
  prefs.pov.value = order[(order.indexOf(prefs.pov.value) + 1) % order.length];
}

/** A part of one as a percentage: `54.3%`. */
export function percent(part, digits = 1) {
  if (part === null || part === undefined || Number.isNaN(part)) return '–';
  const text = (part * 100).toFixed(digits);
  if (part > 0 && Number(text) === 0) return `<${THIN}${10 ** -digits}%`;
  return minus(`${text}%`);
}

/** A count in all its digits: `1 204 311`. */
export function exact(n) {
  if (n === null || n === undefined) return '–';
  return minus(String(Math.round(n)).replace(/\B(?=(\d{3})+(?!\d))/g, THIN));
}

/** @type {[number, string][]} */
const UNITS = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** A count in short: `812`, `9 204`, `34 k`, `1.2 M`. */
export function count(n) {
  if (n === null || n === undefined || Number.isNaN(n)) return '–';
  const size = Math.abs(n);
  if (size < 9999.5) return exact(n);
  for (const [unit, name] of UNITS) {
    if (size >= unit * 0.9995) return minus(`${short(n / unit)}${THIN}${name}`);
  }
  return exact(n);
}

function short(n) {
  return Math.abs(n) < 9.95
    ? n.toFixed(1)
    : Math.abs(n) < 999.5
      ? n.toFixed(0)
      : Math.round(n).toString();
}

/** A count as an element, with all digits in its tooltip. */
export function Count({ n, unit = '' }) {
  return html`<span title=${`${exact(n)} ${unit}`.trim()}>${count(n)}</span>`;
}

/** Bytes: `3.1 GB`. */
export function bytes(n) {
  if (n === null || n === undefined) return '–';
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, n)) / 3)));
  return step === 0 ? `${n}${THIN}B` : `${short(n / 1000 ** step)}${THIN}${units[step]}`;
}

/** A length of time: `0.4 s`, `41 s`, `4:13`, `3:04:13`, `2d 04:13`. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return '–';
  if (seconds < 10) return `${Math.max(0, seconds).toFixed(1)}${THIN}s`;
  if (seconds < 60) return `${Math.round(seconds)}${THIN}s`;
  const whole = Math.round(seconds);
  const [days, hours, minutes] = [
    Math.floor(whole / 86400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
  ];
  if (days) return `${days}d ${two(hours)}:${two(minutes)}`;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

function two(n) {
  return String(n).padStart(2, '0');
}

/** How long ago, from seconds since 1970: `just now`, `3 min ago`, `yesterday`, `12 Mar 2026`. */
export function age(at, now = Date.now() / 1000) {
  if (!at) return 'never';
  const gone = now - at;
  if (gone < 45) return 'just now';
  if (gone < 3570) return `${Math.max(1, Math.round(gone / 60))} min ago`;
  if (gone < 86400 / 2) return `${Math.round(gone / 3600)} h ago`;
  const days = Math.round((midnight(now) - midnight(at)) / 86400);
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 14) return `${days} days ago`;
  return new Date(at * 1000).toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
}

function midnight(at) {
  return new Date(at * 1000).setHours(0, 0, 0, 0) / 1000;
}

/** The time of day, from milliseconds: `12:03:41`. */
export function clock(ms) {
  const time = new Date(ms);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
}

/** A moment as an element: how long ago, with the exact time in its tooltip. */
export function Ago({ at }) {
  if (!at) return html`<span class="muted">never</span>`;
  const when = new Date(at * 1000);
  return html`<time dateTime=${when.toISOString()} title=${when.toLocaleString()}>
    ${age(at)}
  </time>`;
}
