// The way to the position: crumbs to click, other ways that lead here, the opening, and what is
// marked.
import { html, useEffect, useId, useRef } from '/lib/preact.js';
import { link } from '/lib/router.js';
import { numbered, line, move } from '/lib/words.js';
import { act } from '/lib/actions.js';
import { takeWay } from './analyse-study.js';
import { previewNode, previewing } from './analyse-preview.js';

const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * The bar above everything.
 * @param {{ study: Study }} props
 */
export function PathBar({ study }) {
  const { node, path } = study;
  const list = useRef(null);
  useEffect(() => {
    if (list.current) list.current.scrollLeft = list.current.scrollWidth;
  }, [node.node]);
  return html`<nav class="path" aria-label="Moves to this position">
    <ol class="crumbs" ref=${list}>
      ${path.map(
        (crumb, i) => html`<${Crumb}
          key=${`${i}/${crumb.node}`}
          study=${study}
          crumb=${crumb}
          first=${i === 0}
          last=${i === path.length - 1}
        />`,
      )}
    </ol>
    <div class="path-marks">
      ${node.other_paths.length > 0 && html`<${OtherWays} study=${study} />`}
      ${node.opening && html`<span class="opening" title=${node.opening}>${node.opening}</span>`}
      <${Marks} study=${study} />
    </div>
  </nav>`;
}

/** @param {{ study: Study, crumb: Crumb, first: any, last: any }} props */
function Crumb({ study, crumb, first, last }) {
  const text = first
    ? 'Start'
    : crumb.number.endsWith('...') && study.path[1] !== crumb
      ? move(crumb.move)
      : numbered(crumb);
  const look = previewing(() => previewNode(study.id, crumb.node));
  return html`<li>
    <a
      href=${link.analyse(study.id, crumb.node)}
      aria-current=${last ? 'page' : undefined}
      ...${last ? {} : look}
    >
      ${text}
    </a>
  </li>`;
}

/** @param {{ study: Study }} props */
function OtherWays({ study }) {
  const id = useId();
  const { node, path } = study;
  const ways = [node.path, ...node.other_paths].filter(
    (way) => way.at(-2)?.node !== path.at(-2)?.node,
  );
  const count = Math.max(ways.length, node.entries - 1);
  function open(event) {
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    Object.assign(byId(id).style, {
      left: `${Math.max(8, Math.min(left, innerWidth - 350))}px`,
      top: `${bottom + 4}px`,
    });
  }
  const take = (way) => {
    byId(id).hidePopover();
    takeWay(study.id, node.node, way.at(-2).node);
  };
  return html`<span>
    <button
      type="button"
      class="chip chip--button"
      popovertarget=${id}
      onClick=${open}
      title="Another move order reaches this position"
    >
      ↺ ${count} other ${count === 1 ? 'path' : 'paths'}
    </button>
    <div id=${id} popover class="menu ways">
      ${ways.map(
        (way) => html`<button type="button" title="Show this move order" onClick=${() => take(way)}>
          ${line(way.slice(1), 40) || 'from the start'}
        </button>`,
      )}
    </div>
  </span>`;
}

/** @param {{ study: Study }} props */
function Marks({ study }) {
  const { id, node, writable } = study;
  const chip = (glyph, text, hint, action, words) =>
    html`<span class="chip mark" title=${hint}>
      <span aria-hidden="true">${glyph}</span> ${text}
      ${
        writable &&
        html`<button
          type="button"
          class="mark-end"
          aria-label=${`End: ${hint}`}
          onClick=${() => act(id, node.node, action, { words })}
        >
          ✕
        </button>`
      }
    </span>`;
  return html`
    ${
      node.watches.length > 0 &&
      chip('◉', 'watched', `Watched: ${node.watches.join('; ')}`, { do: 'unwatch' })
    }
    ${
      node.boost > 0 &&
      chip(
        '▲',
        `${node.boost}%`,
        `${node.boost} % of the engine time goes to this position`,
        { do: 'boost', percent: 0 },
        'Focus removed.',
      )
    }
    ${
      node.damp > 0 &&
      chip(
        '▼',
        `+${node.damp} ${node.damp === 1 ? 'ply' : 'plies'}`,
        `Priority lowered by ${node.damp} ${node.damp === 1 ? 'ply' : 'plies'}`,
        { do: 'damp', plies: 0 },
        'Priority restored.',
      )
    }
    ${
      node.note &&
      html`<span class="chip mark" title=${node.note}><span aria-hidden="true">✎</span> note</span>`
    }
  `;
}
