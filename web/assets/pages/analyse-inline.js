// The outline as running text: the best line, and in brackets what could be played instead.
import { html, useState } from '/lib/preact.js';
import { link } from '/lib/router.js';
import { score } from '/lib/format.js';
import { numbered, move } from '/lib/words.js';
import { previewNode, previewing } from './analyse-preview.js';

const NESTED = 3; // brackets in brackets
const SIDE = 2; // moves that are told beside the best one

/**
 * The outline as text.
 * @param {{ study: Study, rows: OutlineRow[], tree: any }} props
 */
export function Inline({ study, rows, tree }) {
  const [all, setAll] = useState(false);
  const context = { study, rows, tree, all };
  return html`<div class="inline">
    <${Line} ...${context} from=${tree.below[0][0]} depth=${0} beside=${tree.below[0].slice(1)} />
    <p>
      <button
        type="button"
        class="button button--small"
        aria-pressed=${all}
        onClick=${() => setAll(!all)}
      >
        ${all ? 'Fewer moves' : 'All moves'}
      </button>
    </p>
  </div>`;
}

/**
 * A line that begins with a row and goes on with the best move; what stands beside each move
 * follows in brackets.
 * @param {{
 *   study: Study, rows: OutlineRow[], tree: any, all: any, from: any, depth: number, beside: any,
 * }} props
 */
function Line({ study, rows, tree, all, from, depth, beside }) {
  const parts = [];
  let [at, others, fresh] = [from, beside, true];
  while (at !== undefined) {
    parts.push(
      html`<${Ply}
        key=${at}
        study=${study}
        row=${rows[at]}
        fresh=${fresh}
        value=${at === from || (depth === 0 && others.length > 0)}
      />`,
    );
    const told = depth < NESTED || all ? others.slice(0, all ? others.length : SIDE) : [];
    for (const other of told) {
      const inner = { study, rows, tree, all, from: other, depth: depth + 1, beside: [] };
      parts.push(
        html`<span class=${`variation variation--${Math.min(depth, 3)}`} key=${`v${other}`}>
          (<${Line} ...${inner} />) </span>`,
      );
    }
    const more = others.length - told.length;
    if (more > 0)
      parts.push(
        html`<span
          class=${`muted ${depth === 0 ? 'variation variation--0' : ''}`}
          key=${`m${at}`}
        > … ${more} more </span>`,
      );
    fresh = others.length > 0;
    others = tree.below[at].slice(1);
    at = tree.below[at][0];
  }
  return parts;
}

/** @param {{ study: Study, row: OutlineRow, fresh: boolean, value: any }} props */
function Ply({ study, row, fresh, value }) {
  const text = row.number.endsWith('...') && !fresh ? move(row.move) : numbered(row);
  const stub = { see: ' ↺', again: ' ⟳' }[row.place] ?? '';
  return html`
    <a
      class=${`ply ${row.state === 'excluded' ? 'is-excluded' : ''}`}
      href=${link.analyse(study.id, row.node)}
      title=${row.note || undefined}
      ...${previewing(() => previewNode(study.id, row.node))}
    >
      ${text}
      ${stub}
      ${row.by_user && ' ✎'}
    </a>
    ${
      value &&
      row.value &&
      html`<small class=${`ply-value ${row.own_search ? 'own-search' : ''}`}>
        ${score(row.value, study.node.turn)}
      </small>`
    } `;
}
