// What stands around the map: the choices, the way to its root, and what the colours mean.
import { html } from '/lib/preact.js';
import { Choice } from '/lib/parts.js';
import { Term } from '/lib/term.js';
import { link } from '/lib/router.js';
import { keyHint } from '/lib/keys.js';
import { numbered } from '/lib/words.js';
import { WAYS } from '/pages/map-colour.js';
import { save } from '/pages/map-export.js';

const SIZES = [
  ['share', 'influence', 'How much the root’s value depends on it'],
  ['positions', 'positions', 'Number of positions below it'],
  ['log', 'log', 'The same on a logarithmic scale: small parts become visible'],
];

/** Choices, the search, and the chip that tells of changes. */
export function Bar({ choices, choose, picture, find }) {
  const enter = (event) => {
    event.preventDefault();
    find(event.currentTarget.elements.q.value);
  };
  return html`<div class="map-bar">
    <span class="map-choice">
      <span id="map-size">Width<${Term} id="map" label="the width of a box" /></span>
      <${Choice}
        label="What a width means"
        value=${choices.size}
        options=${SIZES}
        set=${(size) => choose({ size })}
      />
    </span>
    <span class="map-choice">
      <span>Colour</span>
      <${Choice}
        label="What a colour means"
        value=${choices.way}
        options=${WAYS}
        set=${(way) => choose({ way })}
      />
    </span>
    <form class="map-find" role="search" onSubmit=${enter}>
      <input
        id="map-find"
        name="q"
        type="search"
        placeholder=${`Find moves or a FEN (${keyHint('map.find')})`}
        aria-label="Find a position"
        autocomplete="off"
        spellcheck=${false}
      />
    </form>
    <span class="map-chip" role="status">
      ${
        picture.changed &&
        html`<button type="button" class="chip chip--button" onClick=${picture.apply}>
          map changed – refresh <kbd>${keyHint('global.order')}</kbd>
        </button>`
      }
    </span>
  </div>`;
}

/**
 * The way to the root of the picture.
 * @param {{ project: Project | null, path: any, route: Route }} props
 */
export function Crumbs({ project, path, route }) {
  const { size, colour } = route.query;
  const kept = new URLSearchParams(Object.entries({ size, colour }).filter(([, value]) => value));
  const to = (node) => `${link.map(project, node)}${kept.size > 0 ? `?${kept}` : ''}`;
  return html`<nav class="map-crumbs" aria-label="Moves to the top of the map">
    <ol>
      ${path.map(
        (crumb, i) =>
          html`<li key=${i}>
            ${
              i === path.length - 1
                ? html`<b aria-current="location">${i === 0 ? 'root' : numbered(crumb)}</b>`
                : html`<a href=${to(crumb.node)}>${i === 0 ? 'root' : numbered(crumb)}</a>`
            }
          </li>`,
      )}
    </ol>
    ${
      path.length > 1 &&
      html`<a
        class="button button--small"
        href=${to(path.at(-2).node)}
        title=${`Zoom out (${keyHint('map.back')})`}
      >
        ↑ up
      </a>`
    }
  </nav>`;
}

const MEANINGS = {
  eval: [
    ['plus', '+ first player is better'],
    ['even', 'even'],
    ['minus', '− second player is better'],
    ['none', 'unknown'],
  ],
  state: [
    ['open', 'analysed, with moves below'],
    ['searched', '● analysed'],
    ['new', '○ not yet (dashed)'],
    ['asked', '◐ being analysed'],
    ['decided', '■ decided'],
    ['parked', '! failed'],
  ],
  change: [
    ['plus', '+ better for the first player since your last visit'],
    ['minus', '− worse'],
    ['none', 'not among the largest changes'],
  ],
};

/** What colours and signs mean, and the ways to save the picture. */
export function Legend({ way, size, pov, icicle, name }) {
  return html`<footer class="map-legend">
    <ul>
      ${MEANINGS[way].map(
        ([key, text]) =>
          html`<li><i class=${`map-key map-key--${key}`} aria-hidden="true"></i>${text}</li>`,
      )}
      <li><i class="map-key map-key--line" aria-hidden="true"></i>best line</li>
      <li>~ own search</li>
      <li>↺ transposes</li>
      <li>⟳ repetition</li>
      <li><i class="map-key map-key--rest" aria-hidden="true"></i>not drawn</li>
    </ul>
    <span class="map-note-size">
      ${
        size === 'share'
          ? `Values: ${pov}. Shares of moves multiply along a line.`
          : 'A position is counted where it was first added.'
      }
    </span>
    <span class="map-save" role="group" aria-label="Save the picture">
      ${['svg', 'png', 'json'].map(
        (kind) => html`<button
          type="button"
          class="button button--small button--quiet"
          onClick=${() => save(kind, icicle.current, name)}
        >
          ${kind.toUpperCase()}
        </button>`,
      )}
    </span>
  </footer>`;
}
