// The moves of the position as a table that stays calm while somebody is in it.
import { cls, html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '/lib/preact.js';
import { prefs } from '/lib/prefs.js';
import { score, percent } from '/lib/format.js';
import { useCalm } from '/lib/calm.js';
import { useSort, SortHead, Head, walk } from '/lib/table.js';
import { help, loadHelp } from '/lib/term.js';
import { keyHint, keysOf, pressed } from '/lib/keys.js';
import { Choice, Empty, Waiting, Panel } from '/lib/parts.js';
import { QUALITY } from '/lib/words.js';
import { visit } from './analyse-study.js';
import { rowActions, expand, boost, exclude, watch, noteOf } from './analyse-steer.js';
import { previewNode, previewing, endPreview } from './analyse-preview.js';
import {
  COLUMNS,
  PRESETS,
  chosenColumns,
  widthOf,
  tiny,
  meaning,
  spoken,
} from './analyse-columns.js';
import { RowMenu } from './analyse-menu.js';

let refocus = false; // a row was opened by key: the next table takes the focus

const KEYS = Object.fromEntries(
  Object.entries(COLUMNS)
    .filter(([, column]) => column.key)
    .map(([name, { key }]) => [name, key]),
);

/**
 * The panel with the table.
 * @param {{ study: Study, filter: string, setFilter: any, filterBox: any }} props
 */
export function MovesPanel({ study, filter, setFilter, filterBox }) {
  const { node, moves } = study;
  const [frozen, setFrozen] = useState(false);
  const tools = html`
    ${
      study.project?.state === 'idle' &&
      html`<span class="chip" title="Paused: nothing changes until you press Run">❚❚ paused</span>`
    }
    ${
      filter !== null &&
      html`<input
        type="search"
        class="filter"
        ref=${filterBox}
        aria-label="Filter the moves"
        placeholder="Filter"
        value=${filter}
        onInput=${(event) => setFilter(event.currentTarget.value)}
        onKeyDown=${(event) => event.key === 'Escape' && setFilter(null)}
      />`
    }
    <label class="check freeze" title="Rows keep their places">
      <input
        type="checkbox"
        checked=${frozen}
        onChange=${(event) => setFrozen(event.currentTarget.checked)}
      /> Freeze
      order
    </label>
    <${Choice}
      label=${`Columns (${keyHint('analyse.columns')})`}
      value=${prefs.columns.value}
      options=${PRESETS.map(([name, title]) => [
        name,
        title,
        `Columns (${keyHint('analyse.columns')})`,
      ])}
      set=${(name) => {
        prefs.columns.value = name;
      }}
    />
  `;
  const title = `Moves of ${node.players[node.turn === 'first' ? 0 : 1]}`;
  return html`<${Panel} title=${title} tools=${tools} class="moves-panel" id="panel-moves">
    ${
      prefs.hidden.value
        ? html`<${Hidden} />`
        : html`<${Body} ...${{ study, moves, frozen, filter }} />`
    }
  <//>`;
}

/** What stands where engines are not to be heard. */
export function Hidden() {
  return html`<${Empty} title="Engine output hidden.">
    <button
      type="button"
      class="button"
      onClick=${() => {
        prefs.hidden.value = false;
      }}
    >
      Show it (${keyHint('analyse.hide')})
    </button>
  <//>`;
}

/** @param {{ study: Study, moves: Moves, frozen: boolean, filter: string }} props */
function Body({ study, moves, frozen, filter }) {
  const { node } = study;
  if (!moves) return html`<${Waiting} rows=${6} />`;
  if (node.ended) return html`<${Empty} title=${ending(node)} />`;
  if (moves.order.length === 0) return html`<${NotYet} study=${study} rest=${moves.rest} />`;
  return html`
    <${Table} key=${moves.node} study=${study} moves=${moves} frozen=${frozen} filter=${filter} />
    <${Meanings} />
  `;
}

/**
 * How a finished game ended.
 * @param {NodeView} node
 */
function ending(node) {
  if (!node.value) return 'Game over.';
  if (node.value.number === 0) return 'Game over: a draw.';
  if (node.game === 'chess') return 'Checkmate.';
  return `Game over: ${score(node.value, node.turn)}.`;
}

const DECIDED = 900_000; // values from here on are wins and losses

/** @param {{ study: Study, rest: Rest }} props */
function NotYet({ study, rest }) {
  const { node, project } = study;
  if (Math.abs(node.value?.number ?? 0) >= DECIDED) {
    return html`<${Empty} title=${`Decided: ${score(node.value, node.turn)}`}>
      <p>This is certain, so its moves need no analysis. The best line shows why.</p>
    <//>`;
  }
  const running = project?.state === 'running';
  const words = node.asked
    ? 'An engine is analysing this position.'
    : node.direct
      ? `An engine gave it ${score(node.direct, node.turn)}; its moves are not in the graph yet.`
      : '';
  return html`<${Empty} title=${node.value ? 'No moves analysed yet' : 'Not analysed yet'}>
    ${words && html`<p>${words}</p>`}
    ${
      study.writable
        ? html`<${HowToAsk} study=${study} running=${running} />`
        : html`<p>This project is read-only here.</p>`
    }
    ${
      rest && html`<p class="muted">${rest.count} legal ${rest.count === 1 ? 'move' : 'moves'}.</p>`
    }
  <//>`;
}

/** @param {{ study: Study, running: any }} props */
function HowToAsk({ study, running }) {
  const { boost: now } = study.node;
  return html`
    <p>
      Press <kbd>${keyHint('analyse.ask')}</kbd> to focus here
      ${running ? '' : html`, then <b>Run</b> (<kbd>${keyHint('global.run')}</kbd>)`}, or play a
      move on the board.
    </p>
    <p>
      <button
        type="button"
        class="button button--primary"
        disabled=${now > 0}
        onClick=${() => boost(study)}
      >
        ${now > 0 ? 'Focused' : 'Focus'}
      </button>
    </p>
  `;
}

/** @param {{ study: Study, moves: Moves, frozen: boolean, filter: string }} props */
function Table({ study, moves, frozen, filter }) {
  const table = useRef(null);
  const [menu, setMenu] = useState(null);
  const [cursor, setCursor] = useState(0);
  useEffect(() => {
    loadHelp();
  }, []);
  useEffect(() => {
    if (refocus) walk(table.current, 'first');
    refocus = false;
    return endPreview;
  }, []);
  const all = useMemo(() => moves.order.map((wire) => moves.rows[wire]), [moves]);
  const sort = useSort(all, KEYS);
  const calm = useCalm(
    useMemo(() => sort.rows.map((row) => row.wire), [sort.rows]),
    { frozen },
  );
  const text = (filter ?? '').toLowerCase();
  const rows = calm.order
    .map((wire) => moves.rows[wire])
    .filter(
      (row) => row && (!text || `${row.move} ${row.wire} ${row.note}`.toLowerCase().includes(text)),
    );
  const width = useWidth(table);
  const columns = chosenColumns(width);
  const openMenu = (row, element) => setMenu({ row, box: element.getBoundingClientRect() });
  return html`<div class="scroll-x calm" ...${calm.bind}>
    ${calm.chip}
    <table
      class=${`table moves ${tiny(width) ? 'moves--tiny' : ''}`}
      ref=${table}
      onKeyDown=${(event) => keys(event, { study, table, rows, openMenu })}
      onFocusIn=${(event) => {
        const at = event.target.closest('[data-row]')?.dataset.row;
        if (at) setCursor(Number(at));
      }}
    >
      <colgroup>
        ${[...columns, 'menu'].map(
          (name) => html`<col key=${name} style=${widthOf(name, columns, width)} />`,
        )}
      </colgroup>
      <thead>
        <tr>
          ${columns.map((name) => html`<${ColumnHead} name=${name} sort=${sort} />`)}
          <th class="col-menu"><span class="sr">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, i) =>
            html`<${Row}
              key=${row.wire}
              ...${{
                study,
                moves,
                row,
                columns,
                openMenu,
                at: i,
                focusable: i === Math.min(cursor, rows.length - 1),
              }}
            />`,
        )}
        ${
          rows.length === 0 &&
          html`<tr>
            <td colspan=${columns.length + 1} class="muted">No move matches “${filter}”.</td>
          </tr>`
        }
        ${
          moves.rest &&
          !text &&
          html`<${RestRow} study=${study} rest=${moves.rest} span=${columns.length + 1} />`
        }
      </tbody>
    </table>
    ${
      menu &&
      html`<${RowMenu}
        box=${menu.box}
        title=${menu.row.move}
        actions=${rowActions(study, moves.rows[menu.row.wire] ?? menu.row)}
        close=${() => setMenu(null)}
      />`
    }
  </div>`;
}

/** The width of what stands around an element, kept up to date. */
function useWidth(element) {
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const around = element.current.parentElement;
    const measure = () => setWidth(around.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(around);
    return () => observer.disconnect();
  }, []);
  return width;
}

function ColumnHead({ name, sort }) {
  const column = COLUMNS[name];
  const hint = meaning(column, help.value?.terms);
  if (!column.key)
    return html`<${Head} class=${`at-${name}`} hint=${hint} num=${column.num}>${column.title}<//>`;
  return html`<${SortHead}
    class=${`at-${name}`}
    sort=${sort}
    by=${name}
    hint=${hint}
    num=${column.num}
  >
    ${column.title}
  <//>`;
}

/**
 * @param {{
 *   study: Study, moves: Moves, row: MoveRow, columns: string[], openMenu: any, at: any,
 *   focusable: boolean,
 * }} props
 */
function Row({ study, moves, row, columns, openMenu, at, focusable }) {
  const { id, node } = study;
  const open = () => visit(id, row.node, { from: node.node });
  const menu = (event) => {
    event.preventDefault();
    event.stopPropagation();
    openMenu(row, event.currentTarget);
  };
  const click = (event) => {
    if (!event.target.closest('button, a') || event.target.closest('.move-name'))
      follow(event, open);
  };
  return html`<tr
    data-row=${at}
    tabindex=${focusable ? 0 : -1}
    aria-label=${spoken(row, node.turn)}
    onClick=${click}
    onContextMenu=${menu}
    class=${cls(
      'move-row',
      row.class && `tint--${QUALITY[row.class].token}`,
      row.state === 'excluded' && 'is-excluded',
    )}
    ...${previewing(() => previewNode(id, row.node, row.squares))}
  >
    ${columns.map(
      (name) => html`<td class=${`at-${name} ${COLUMNS[name].num ? 'num' : ''}`}>
        <${COLUMNS[name].cell} row=${row} moves=${moves} turn=${node.turn} study=${study} />
      </td>`,
    )}
    <td class="at-menu">
      <button
        type="button"
        class="button button--icon"
        tabindex="-1"
        aria-label=${`Actions for ${row.move}`}
        aria-haspopup="menu"
        onClick=${menu}
      >
        ⋯
      </button>
    </td>
  </tr>`;
}

function follow(event, open) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  open();
}

/**
 * @param {any} event
 * @param {{ study: Study, table: any, rows: MoveRow[], openMenu: any }} of
 */
function keys(event, { study, table, rows, openMenu }) {
  const element = event.target.closest('[data-row]');
  if (!element || event.target !== element) return;
  const row = rows[Number(element.dataset.row)];
  const key = pressed(event);
  const is = (id) => keysOf(`analyse.${id}`).includes(key);
  const step = { ArrowUp: -1, ArrowDown: 1, Home: 'first', End: 'last' }[key];
  if (step) walk(table.current, step);
  else if (key === 'Escape') {
    endPreview();
    element.blur();
  } else if (!row) return;
  else if (key === 'Enter' || key === 'Space') {
    refocus = true;
    visit(study.id, row.node, { from: study.node.node });
  } else if (key === 'Shift+F10' || key === 'ContextMenu') openMenu(row, element);
  else if (is('ask')) boost(study, row.node, 0);
  else if (is('exclude')) exclude(study, row);
  else if (is('watch')) watch(study, { node: row.node, watched: row.watched });
  else if (is('note')) noteOf(study, row);
  else return;
  event.preventDefault();
}

/** @param {{ study: Study, rest: Rest, span: any }} props */
function RestRow({ study, rest, span }) {
  const best = rest.move
    ? `best ${rest.move} ${score(rest.value, study.node.turn)}`
    : `at best ${score(rest.value, study.node.turn)}`;
  const state =
    {
      asked: ', being analysed',
      stale: ', will be re-checked',
      closed: ', not followed',
    }[rest.state] ?? '';
  return html`<tr class="rest">
    <td colspan=${span}>
      ${rest.count} other ${rest.count === 1 ? 'move' : 'moves'}, ${best}
      ${state}
      <span class="muted"> · share ${percent(rest.share)}</span>
      ${
        rest.move &&
        html`<button
          type="button"
          class="button button--small"
          disabled=${!study.writable}
          title=${`Add it to the graph (${keyHint('analyse.expand')})`}
          onClick=${() => expand(study)}
        >
          Add ${rest.move}
        </button>`
      }
    </td>
  </tr>`;
}

function Meanings() {
  const terms = help.value?.terms;
  return html`<details class="meanings">
    <summary>~ own search · What do these columns mean?</summary>
    <dl>
      ${chosenColumns().map(
        (name) =>
          html`<div>
            <dt>${COLUMNS[name].title}</dt>
            <dd>${meaning(COLUMNS[name], terms) || 'One moment…'}</dd>
          </div>`,
      )}
      <div>
        <dt>Marks</dt>
        <dd>
          ~ an engine’s own search; values without it are backed up from the moves behind · ≠ engine
          and tree disagree · ↺ transposition · ✎ yours · ◉ watched · ❞ note · ⊘ excluded
        </dd>
      </div>
    </dl>
  </details>`;
}
