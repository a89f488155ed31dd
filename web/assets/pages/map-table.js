// The map for reading: its fifty largest boxes as a table.
import { html } from '/lib/preact.js';
import { wayTo, widest } from '/pages/map-model.js';
import { worthOf } from '/pages/map-paint.js';
import { line, State } from '/lib/words.js';
import { percent } from '/lib/format.js';

const MOST = 50;

/** The table; `select(box)` is told when a row is chosen. */
export function BoxTable({ model, turned, selected, select }) {
  const boxes = widest(model, MOST);
  return html`<div class="scroll-x" tabindex="0" role="group" aria-label="The largest boxes">
    <table class="table map-table">
      <caption class="sr">The ${boxes.length} largest boxes of the map, the largest first</caption>
      <thead>
        <tr>
          <th scope="col">Line from the top</th>
          <th scope="col" class="num">Share</th>
          <th scope="col" class="num">Of its parent</th>
          <th scope="col" class="num">Value</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        ${boxes.map(
          (box) => html`<tr key=${box.i} class=${box === selected ? 'chosen' : ''}>
            <th scope="row">
              <button type="button" class="map-row" onClick=${() => select(box)}>
                ${line(wayTo(box).slice(1), 10)}
              </button>
            </th>
            <td class="num">${percent(box.w, 2)}</td>
            <td class="num">${percent(box.w / box.parent.w)}</td>
            <td class="num score">${worthOf(box, turned) || '–'}</td>
            <td><${State} of=${box.flags.includes('r') ? 'asked' : box.state} /></td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
