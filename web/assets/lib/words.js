// Glyphs and words of the pages: classes of moves, states of positions and projects, moves with
// figurines.
import { html } from '/lib/preact.js';
import { prefs } from '/lib/prefs.js';

/** Classes of moves: the glyph that always stands with the colour, and the word. */
export const QUALITY = {
  best: { glyph: '★', word: 'best', token: 'best' },
  good: { glyph: '', word: 'good', token: 'good' },
  ok: { glyph: '·', word: 'playable', token: 'ok' },
  inaccuracy: { glyph: '?!', word: 'inaccuracy', token: 'inacc' },
  mistake: { glyph: '?', word: 'mistake', token: 'mist' },
  blunder: { glyph: '??', word: 'blunder', token: 'blun' },
};

/** States of moves and positions. */
export const STATES = {
  searched: { glyph: '●', word: 'analysed' },
  open: { glyph: '●', word: 'analysed, with moves below' },
  new: { glyph: '○', word: 'not analysed yet' },
  asked: { glyph: '◐', word: 'being analysed' },
  queued: { glyph: '◌', word: 'queued' },
  ended: { glyph: '■', word: 'game over' },
  decided: { glyph: '■', word: 'decided' },
  parked: { glyph: '!', word: 'failed' },
  excluded: { glyph: '⊘', word: 'excluded by you' },
  stale: { glyph: '◌', word: 'older than the settings' },
  closed: { glyph: '–', word: 'not analysed further' },
};

/** States of projects. */
export const PROJECT_STATES = {
  running: { glyph: '▶', word: 'running' },
  pausing: { glyph: '◐', word: 'pausing' },
  idle: { glyph: '❚❚', word: 'paused' },
  closed: { glyph: '▫', word: 'closed' },
  elsewhere: { glyph: '⇄', word: 'open elsewhere' },
  damaged: { glyph: '!', word: 'damaged' },
};

/** A state as an element: glyph and, unless `short`, word. */
export function State({ of, short = false, all = STATES }) {
  const { glyph, word } = all[of] ?? { glyph: '?', word: of };
  return html`<span class=${`state state--${of}`} title=${word}>
    <span aria-hidden="true">${glyph}</span>
    <span class=${short ? 'sr' : ''}>${word}</span>
  </span>`;
}

/** The class of a move as a chip. */
export function Quality({ of }) {
  const known = QUALITY[of];
  if (!known?.glyph) return null;
  return html`<span class=${`q q--${known.token}`} title=${known.word}>
    <span aria-hidden="true">${known.glyph}</span>
    <span class="sr">${known.word}</span>
  </span>`;
}

const FIGURES = { K: '♔', Q: '♕', R: '♖', B: '♗', N: '♘' };

/** A move as the user wants to read it: with figurines, where that is chosen. */
export function move(name) {
  return prefs.figurines.value
    ? name.replace(/[KQRBN](?=[a-h1-8x])|(?<==)[QRBN]/g, (letter) => FIGURES[letter])
    : name;
}

/** A move with its number: `{ number: '12...', move: 'Nf6' }` is `12…Nf6`. */
export function numbered({ number = '', move: name }) {
  return number.replace('...', '…') + move(name);
}

/** A line of moves `{ number, move }` in words, cut after some plies. */
export function line(moves, plies = prefs.plies.value) {
  const shown = moves
    .slice(0, plies)
    .map((one, i) => (i > 0 && one.number.endsWith('...') ? move(one.move) : numbered(one)));
  return shown.join(' ') + (moves.length > plies ? ' …' : '');
}
