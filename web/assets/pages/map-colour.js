// Colours of the map: who stands better, what goes on, what has changed. Each with an ink that can
// be read on it.
import { colour } from '/lib/colour.js';

const STEPS = 40;

/** Ways to colour: key, name, hint. */
export const WAYS = [
  [
    'eval',
    'value',
    'Who is better: blue for the first player, orange for the second; stronger colour, larger lead',
  ],
  ['state', 'state', 'The state of each position'],
  ['change', 'change', 'What changed since your last visit'],
];

/**
 * The colours of a theme, made once a theme: { page, ink, line, strong, accent, sunken, plus[],
 * minus[], states }.
 */
export function palette() {
  const [page, plus, minus] = ['--surface', '--plus', '--minus'].map((token) =>
    parts(colour(token)),
  );
  const muted = parts(colour('--muted'));
  const ramp = (to) =>
    Array.from({ length: STEPS + 1 }, (_, i) =>
      paint(mix(page, to, 0.1 + 0.9 * (i / STEPS) ** 0.6)),
    );
  const flat = (token, part) => paint(mix(page, parts(colour(token)), part));
  return {
    page: colour('--surface'),
    ink: colour('--ink'),
    muted: colour('--muted'),
    line: colour('--line'),
    strong: colour('--line-strong'),
    accent: colour('--accent'),
    focus: colour('--focus'),
    sunken: colour('--sunken'),
    plus: ramp(plus),
    minus: ramp(minus),
    none: paint(mix(page, muted, 0.08)),
    stub: paint(mix(page, muted, 0.2)),
    states: {
      root: paint(mix(page, muted, 0.22)),
      open: flat('--accent', 0.32),
      searched: flat('--accent', 0.13),
      new: paint(mix(page, muted, 0.1)),
      asked: flat('--line-5', 0.5),
      decided: flat('--line-3', 0.55),
      ended: flat('--line-3', 0.55),
      parked: flat('--bad', 0.5),
    },
  };
}

/** What a box is filled with: { fill, ink }. `changes` maps nodes to how the chance moved. */
export function fillOf(box, way, colours, changes) {
  if (box.state === 'see' || box.state === 'again') return colours.stub;
  if (way === 'state')
    return colours.states[box.flags.includes('r') ? 'asked' : box.state] ?? colours.none;
  if (way === 'change') return byChance(changes?.get(box.node) ?? null, colours);
  return byChance(box.win === null || box.win === undefined ? null : (box.win - 0.5) * 2, colours);
}

/** From −1, the second player's, to 1, the first player's. */
function byChance(sway, colours) {
  if (sway === null) return colours.none;
  const step = Math.min(STEPS, Math.round(Math.abs(sway) * STEPS));
  return (sway < 0 ? colours.minus : colours.plus)[step];
}

function parts(text) {
  return text
    .match(/[\d.]+/g)
    .slice(0, 3)
    .map(Number);
}

function mix(from, to, part) {
  return from.map((one, i) => Math.round(one + (to[i] - one) * part));
}

function paint(rgb) {
  return { fill: `rgb(${rgb.join(',')})`, ink: light(rgb) > 0.36 ? '#10151a' : '#f7f9fa' };
}

/** The relative luminance of WCAG. */
function light(rgb) {
  const [r, g, b] = rgb.map((one) => {
    const part = one / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
