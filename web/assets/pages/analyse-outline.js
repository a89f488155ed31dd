// The outline: what lies below the position, best first, as rows that open and close or as running
// text.
import { html, useMemo, useRef, useState } from '/lib/preact.js';
import { prefs } from '/lib/prefs.js';
import { at } from '/lib/api.js';
import { link } from '/lib/router.js';
import { exact, score, percent } from '/lib/format.js';
import { Choice, Empty, Panel, Loaded } from '/lib/parts.js';
import { State, numbered } from '/lib/words.js';
import { keyHint } from '/lib/keys.js';
import { useCalm } from '/lib/calm.js';
import { walk } from '/lib/table.js';
import { useKept, useRested, visit } from './analyse-study.js';
import { previewNode, previewing, endPreview } from './analyse-preview.js';
import { Hidden } from './analyse-moves.js';
import { stateNow } from './analyse-columns.js';
import { Inline } from './analyse-inline.js';

const SHOWN = 3; // moves of a position before the rest is folded
const DEEP = 3; // plies of the best line that are open at first

/**
 * The panel.
 * @param {{ study: Study }} props
 */
export function OutlinePanel({ study }) {
  const { id, node } = study;
  const hidden = prefs.hidden.value;
  const root = useRested(node.node);
  const topic = useKept(hidden ? null : `${at(id, 'outline')}?root=${root}&rows=200&share=0.005`);
  const tools = html`<${Choice}
    label="Show the outline as"
    value=${prefs.inline.value ? 'inline' : 'rows'}
    set=${(way) => {
      prefs.inline.value = way === 'inline';
    }}
    options=${[
      ['inline', 'Text', `As running text (${keyHint('analyse.inline')})`],
      ['rows', 'Rows', `As rows (${keyHint('analyse.inline')})`],
    ]}
  />`;
  return html`<${Panel} title="Outline" tools=${tools} class="outline-panel" id="panel-outline">
    ${
      hidden
        ? html`<${Hidden} />`
        : html`<${Loaded} of=${topic} rows=${5}>
            ${(/** @type {Outline} */ data) =>
              html`<${Outline} key=${data.root} study=${study} data=${data} />`}
          <//>`
    }
  <//>`;
}

/** @param {{ study: Study, data: any }} props */
function Outline({ study, data }) {
  const keys = useMemo(() => keysOf(data.rows), [data]);
  const calm = useCalm(keys);
  const held = useRef(null);
  if (!calm.changed) held.current = data.rows;
  const rows = useMemo(
    () => (calm.changed ? renewed(held.current, data.rows, keys) : data.rows),
    [data, calm.changed],
  );
  const tree = useMemo(() => grown(rows), [rows]);
  if (tree.below[0].length === 0) return html`<${Empty}>Nothing lies below this position yet.<//>`;
  return html`<div class="calm" ...${calm.bind}>
    ${calm.chip}
    ${
      prefs.inline.value
        ? html`<${Inline} study=${study} rows=${rows} tree=${tree} />`
        : html`<${Rows} study=${study} rows=${rows} tree=${tree} />`
    }
  </div>`;
}

/**
 * A name for each row that lasts: its way from the top.
 * @param {OutlineRow[]} rows
 */
function keysOf(rows) {
  /** @type {string[]} */
  const keys = [];
  rows.forEach((row, i) => {
    keys[i] = i === 0 ? '' : `${keys[row.parent ?? 0] ?? ''}/${row.wire}`;
  });
  return keys;
}

/**
 * Rows in their old places with the new values.
 * @param {OutlineRow[]} rows
 */
function renewed(old, rows, keys) {
  const found = new Map(keys.map((key, i) => [key, rows[i]]));
  return keysOf(old).map((key, i) => ({ ...old[i], ...pick(found.get(key)) }));
}

/** @param {OutlineRow} row */
const pick = (row) =>
  row && { value: row.value, share: row.share, state: row.state, note: row.note, node: row.node };

/**
 * The children of each row, and whether a row is on the best line.
 * @param {OutlineRow[]} rows
 */
function grown(rows) {
  const below = rows.map(() => /** @type {number[]} */ ([]));
  const main = rows.map(() => false);
  main[0] = true;
  rows.forEach((row, i) => {
    if (row.parent === null || row.parent === undefined || i === 0) return;
    main[i] = main[row.parent] && below[row.parent].length === 0;
    below[row.parent].push(i);
  });
  return { below, main };
}

/** @param {OutlineRow[]} rows */
const keyOf = (rows, i) => `${rows[rows[i].parent ?? 0].node}/${rows[i].wire}`;

/**
 * The lines to draw: { row } for a move, { more, of } for what is folded.
 * @param {OutlineRow[]} rows
 */
function lines(rows, tree, chosen) {
  const drawn = [];
  const isOpen = (i) => chosen.get(keyOf(rows, i)) ?? opens(rows, tree, i);
  const put = (i) => {
    drawn.push({ row: i, open: tree.below[i].length > 0 ? isOpen(i) : null });
    if (tree.below[i].length > 0 && isOpen(i)) children(i);
  };
  const children = (i) => {
    const all = chosen.get(`all/${rows[i].node}`);
    const some = all ? tree.below[i] : tree.below[i].slice(0, SHOWN);
    some.forEach(put);
    const left = tree.below[i].slice(some.length);
    const more = left.length + rows[i].hidden;
    if (more > 0) drawn.push({ of: i, more, first: left[0] ?? null, depth: rows[i].depth + 1 });
  };
  children(0);
  return drawn;
}

/** @param {OutlineRow[]} rows */
function opens(rows, tree, i) {
  const { depth, parent } = rows[i];
  return tree.main[i] ? depth <= DEEP : depth === 1 && tree.below[parent ?? 0].indexOf(i) < SHOWN;
}

/** @param {{ study: Study, rows: OutlineRow[], tree: any }} props */
function Rows({ study, rows, tree }) {
  const [chosen, setChosen] = useState(new Map());
  const [cursor, setCursor] = useState(null);
  const list = useRef(null);
  const set = (key, open) => setChosen((before) => new Map(before).set(key, open));
  const drawn = useMemo(() => lines(rows, tree, chosen), [rows, tree, chosen]);
  const first = drawn[0]?.row;
  function jump(i) {
    setChosen((before) => {
      const after = new Map(before);
      const parentOf = (row) => rows[row].parent ?? 0;
      for (let up = parentOf(i); up > 0; up = parentOf(up)) after.set(keyOf(rows, up), true);
      for (let up = i; up > 0; up = parentOf(up)) after.set(`all/${rows[parentOf(up)].node}`, true);
      return after;
    });
    setTimeout(() => list.current?.querySelector(`[data-at="${i}"]`)?.focus(), 30);
  }
  const tools = { study, rows, tree, set, jump };
  return html`<div
    class="outline"
    role="treegrid"
    aria-label="Outline"
    ref=${list}
    onKeyDown=${(event) => keys(event, { ...tools, list, drawn })}
    onFocusIn=${(event) => {
      const row = event.target.closest('[data-at]');
      if (row) setCursor(Number(row.dataset.at));
    }}
  >
    ${drawn.map((one) =>
      one.row === undefined
        ? html`<${More} key=${`more/${rows[one.of].node}/${one.of}`} one=${one} ...${tools} />`
        : html`<${Row}
            key=${`${keyOf(rows, one.row)}/${one.row}`}
            i=${one.row}
            open=${one.open}
            focusable=${one.row === (cursor ?? first)}
            ...${tools}
          />`,
    )}
  </div>`;
}

/**
 * @param {{
 *   study: Study, rows: OutlineRow[], tree: any, i: number, open: any, focusable: boolean, set:
 *   any, jump: any,
 * }} props
 */
function Row({ study, rows, tree, i, open, focusable, set, jump }) {
  const row = rows[i];
  const stub = row.place !== 'first';
  const names = [
    'out-row',
    tree.main[i] && 'out-row--main',
    row.state === 'excluded' && 'is-excluded',
    stub && 'out-row--stub',
  ];
  const toggle = (event) => {
    event.preventDefault();
    event.stopPropagation();
    set(keyOf(rows, i), !open);
  };
  return html`<div
    role="row"
    class=${names.filter(Boolean).join(' ')}
    data-row
    data-at=${i}
    tabindex=${focusable ? 0 : -1}
    aria-level=${row.depth}
    aria-expanded=${open === null ? undefined : String(open)}
    style=${`--depth:${Math.min(row.depth, 9) - 1}`}
    ...${previewing(() => previewNode(study.id, row.node))}
    onClick=${() => visit(study.id, row.node)}
  >
    <span role="gridcell" class="out-move">
      ${
        open === null
          ? html`<i class="fold"></i>`
          : html`<button
              type="button"
              class="fold"
              tabindex="-1"
              aria-label=${open ? 'Close' : 'Open'}
              onClick=${toggle}
            >
              ${open ? '▾' : '▸'}
            </button>`
      }
      <a tabindex="-1" href=${link.analyse(study.id, row.node)}>${numbered(row)}</a>
      ${
        stub &&
        html`<button
          type="button"
          class="chip chip--button see"
          tabindex="-1"
          title="Transposes to another row: go there"
          onClick=${(event) => {
            event.stopPropagation();
            jump(row.see);
          }}
        >
          ${row.place === 'again' ? '⟳ repetition' : '↺ transposes'}
        </button>`
      }
      ${row.by_user && html`<span title="Entered by you">✎</span>`}
      ${row.note && html`<span class="out-note" title=${row.note}>❞ ${row.note}</span>`}
    </span>
    <span
      role="gridcell"
      class=${`out-value ${row.own_search ? 'own-search' : ''}`}
      title=${valueHint(row)}
    >
      ${row.value ? score(row.value, study.node.turn) : '??'}
    </span>
    <span role="gridcell" class="out-share">${percent(row.share, row.share < 0.1 ? 1 : 0)}</span>
    <span role="gridcell" class="out-state">
      ${row.state && html`<${State} of=${stateNow(row.state, study.project)} short />`}
    </span>
  </div>`;
}

/**
 * Where a value comes from.
 * @param {OutlineRow} row
 */
function valueHint(row) {
  const search = row.nodes > 0 ? `: depth ${row.search_depth}, ${exact(row.nodes)} nodes` : '';
  return row.own_search
    ? `The engine’s own search${search}`
    : `Backed up from the moves${search && `; own search${search}`}`;
}

/** @param {{ study: Study, rows: OutlineRow[], one: any, set: any }} props */
function More({ study, rows, one, set }) {
  const { of, more, first, depth } = one;
  const best = first === null ? '' : ` (best ${score(rows[first].value, study.node.turn)})`;
  const style = `--depth:${Math.min(depth, 9) - 1}`;
  const words = `… ${more} more${best}`;
  return html`<div role="row" class="out-row out-row--more" style=${style}>
    <span role="gridcell" class="out-move">
      <i class="fold"></i>
      ${
        first === null
          ? html`<a
              href=${link.analyse(study.id, rows[of].node)}
              title="Too small a share to be listed here: open to see them"
            >
              ${words}
            </a>`
          : html`<button
              type="button"
              class="linkish"
              onClick=${() => set(`all/${rows[of].node}`, true)}
            >
              ${words}
            </button>`
      }
    </span>
  </div>`;
}

/**
 * @param {any} event
 * @param {{
 *   study: Study, rows: OutlineRow[], tree: any, set: any, jump: any, list: any, drawn: any,
 * }} of
 */
function keys(event, { study, rows, tree, set, jump, list, drawn }) {
  const element = event.target.closest('[data-at]');
  if (!element || event.target !== element || event.ctrlKey || event.altKey || event.shiftKey)
    return;
  const i = Number(element.dataset.at);
  const open = drawn.find((one) => one.row === i)?.open;
  const step = { ArrowUp: -1, ArrowDown: 1, Home: 'first', End: 'last' }[event.key];
  if (step) walk(list.current, step);
  else if (event.key === 'ArrowRight') right(i, open, { rows, tree, set, list, jump });
  else if (event.key === 'ArrowLeft') left(i, open, { rows, set, list });
  else if (event.key === 'Enter' || event.key === ' ') visit(study.id, rows[i].node);
  else if (event.key === 'Escape') {
    endPreview();
    element.blur();
  } else return;
  event.preventDefault();
}

/**
 * @param {number} i
 * @param {any} open
 * @param {{ rows: OutlineRow[], tree: any, set: any, list: any, jump: any }} of
 */
function right(i, open, { rows, tree, set, list, jump }) {
  if (rows[i].place !== 'first') jump(rows[i].see);
  else if (open === false) set(keyOf(rows, i), true);
  else if (open) list.current.querySelector(`[data-at="${tree.below[i][0]}"]`)?.focus();
}

/**
 * @param {number} i
 * @param {any} open
 * @param {{ rows: OutlineRow[], set: any, list: any }} of
 */
function left(i, open, { rows, set, list }) {
  if (open) set(keyOf(rows, i), false);
  else list.current.querySelector(`[data-at="${rows[i].parent}"]`)?.focus();
}
