// Tables that can be sorted, and rows that can be walked with the arrow keys.
import { html, useMemo, useState } from '/lib/preact.js';
import { Term } from '/lib/term.js';

/**
 * Sorts rows: `const sort = useSort(rows, { value: (row) => row.number }, { by: 'value', down: true
 * })` gives { rows, by, down, set }. Without `by` rows stay in the order given. What is null comes
 * last either way.
 * @param {any[]} rows
 * @param {Record<string, ((row: any) => any) | undefined>} keys
 * @param {{ by: string | null, down: boolean }} [first]
 */
export function useSort(rows, keys, first = { by: null, down: false }) {
  const [{ by, down }, setSort] = useState(first);
  const sorted = useMemo(() => {
    const key = by && keys[by];
    return key ? arrange(rows, key, down) : rows;
  }, [rows, by, down]);
  const set = (column) => setSort(next(column, by, down, first));
  return { rows: sorted, by, down, set };
}

function next(column, by, down, first) {
  if (column !== by) return { by: column, down: true };
  return down
    ? { by, down: false }
    : { by: first.by === column ? column : null, down: first.by === column };
}

function arrange(rows, key, down) {
  const compare = (a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === y) return 0;
    if (x === null || x === undefined) return 1;
    if (y === null || y === undefined) return -1;
    const way = typeof x === 'string' ? x.localeCompare(y, undefined, { numeric: true }) : x - y;
    return down ? -way : way;
  };
  return rows.toSorted(compare);
}

/**
 * A head cell that sorts: `<SortHead sort=${sort} by="value" hint="What follows from everything
 * known.">Eval<//>`.
 */
export function SortHead({ sort, by, hint, term, num = false, class: name = '', children }) {
  const on = sort.by === by;
  const label = on ? (sort.down ? 'descending' : 'ascending') : 'none';
  return html`<th scope="col" class=${`${num ? 'num' : ''} ${name}`} aria-sort=${label}>
    <button type="button" class="sort" title=${hint} onClick=${() => sort.set(by)}>
      ${children}
      <span class="sort-mark" aria-hidden="true">${on ? (sort.down ? '▾' : '▴') : ''}</span>
    </button>
    ${term && html`<${Term} id=${term} />`}
  </th>`;
}

/** A head cell that does not sort. */
export function Head({ hint, term, num = false, class: name = '', children }) {
  return html`<th scope="col" class=${`${num ? 'num' : ''} ${name}`} title=${hint}>
    ${children}
    ${term && html`<${Term} id=${term} />`}
  </th>`;
}

/**
 * Moves the focus among the elements with [data-row] inside `root`: `step` of 1 or −1, or 'first'
 * or 'last'. Answers with the element that has the focus now.
 */
export function walk(root, step) {
  const rows = [...(root?.querySelectorAll('[data-row]') ?? [])];
  if (rows.length === 0) return null;
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const to =
    step === 'first'
      ? 0
      : step === 'last'
        ? rows.length - 1
        : at < 0
          ? step > 0
            ? 0
            : rows.length - 1
          : at + step;
  const row = rows[Math.min(rows.length - 1, Math.max(0, to))];
  (row.matches('a, button, [tabindex]')
    ? row
    : row.querySelector('a, button, [tabindex]')
  )?.focus();
  return row;
}
