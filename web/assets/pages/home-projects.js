// The table of projects: value, history, size, state, and what is new since the last look.
import { html, useMemo, useRef, useState } from '/lib/preact.js';
import { useKeys, keyHint } from '/lib/keys.js';
import { useCalm } from '/lib/calm.js';
import { useSort, SortHead, Head, walk } from '/lib/table.js';
import { Spark, trend } from '/lib/spark.js';
import { Score, Count, Ago, exact, percent, score, minus } from '/lib/format.js';
import { PROJECT_STATES, State, move } from '/lib/words.js';
import { Empty } from '/lib/parts.js';
import { link, go } from '/lib/router.js';
import { post, at } from '/lib/api.js';
import { refresh } from '/lib/socket.js';
import { fail, toast } from '/lib/toast.js';
import { toggleRun } from '/lib/run.js';
import { openTour } from '/pages/home-tour.js';
import { archive, duplicate, remove, rename } from '/pages/home-manage.js';
import { turnOfCard } from '/lib/turn.js';

/**
 * How much a card wants to be looked at: what is new first, then what changed last.
 * @param {Card} card
 */
export function interest(card) {
  const { news } = card;
  const fresh = !news
    ? 0
    : (news.best_was ? 4 : 0) + (news.value_was ? 2 : 0) + (news.positions > 0 ? 1 : 0);
  return fresh * 1e12 + card.changed_at;
}

const KEYS = {
  interest,
  name: (card) => card.id,
  value: (card) => card.value?.number ?? null,
  positions: (card) => card.positions,
  state: (card) => card.state,
  changed: (card) => card.changed_at,
};

/** @param {{ cards: Card[], start: any, locked: boolean }} props */
export function Projects({ cards, start, locked }) {
  const [filter, setFilter] = useState('');
  const table = useRef(null);
  const search = useRef(null);
  const shown = useMemo(() => cards.filter((card) => fits(card, filter)), [cards, filter]);
  const sort = useSort(shown, KEYS, { by: 'interest', down: true });
  const wanted = useMemo(() => sort.rows.map((card) => card.id), [sort.rows]);
  const calm = useCalm(wanted);
  const byId = new Map(shown.map((card) => [card.id, card]));
  const opened = () => table.current?.querySelector('[data-row]:has(:focus)')?.dataset.row;
  useKeys('home', {
    filter: () => search.current?.focus(),
    up: () => walk(table.current, -1),
    down: () => walk(table.current, 1),
    open: () => opened() && go(link.analyse(opened())),
  });
  if (cards.length === 0) return html`<${None} start=${start} locked=${locked} />`;
  return html`<section class="panel projects" aria-label="Projects">
    <header class="panel-head">
      <h2>Projects</h2>
      <span class="muted">${cards.length}</span>
      ${calm.chip}
      <div class="panel-tools">
        <input
          type="search"
          ref=${search}
          placeholder=${`Filter (${keyHint('home.filter')})`}
          aria-label="Filter the projects"
          value=${filter}
          onInput=${(e) => setFilter(e.currentTarget.value)}
          onKeyDown=${(e) => leave(e, setFilter, table.current)}
        />
        ${!locked && html`<button type="button" class="button" onClick=${start}>+ New</button>`}
      </div>
    </header>
    <table class="table" ref=${table} ...${calm.bind}>
      <thead>
        <tr>
          <${SortHead} sort=${sort} by="name">Project<//>
          <${SortHead}
            sort=${sort}
            by="value"
            num
            hint="What follows from everything known about the root position"
          >
            Value
          <//>
          <${Head} hint="The first player's win chance over time" class="wide-only">Trend<//>
          <${SortHead} sort=${sort} by="positions" num>Positions<//>
          <${SortHead} sort=${sort} by="state">State<//>
          <${SortHead} sort=${sort} by="changed" class="wide-only">Changed<//>
          <${SortHead} sort=${sort} by="interest" hint="What is new comes first">
            Since last visit
          <//>
          <th><span class="sr">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${calm.order
          .map((id) => byId.get(id))
          .filter(Boolean)
          .map((card) => html`<${Row} key=${card.id} card=${card} locked=${locked} />`)}
      </tbody>
    </table>
    ${
      shown.length === 0 &&
      html`<${Empty} title="No matching project.">
        <button type="button" class="button" onClick=${() => setFilter('')}>Show all</button>
      <//>`
    }
  </section>`;
}

/** @param {Card} card */
function fits(card, filter) {
  const text = `${card.id} ${card.game} ${card.opening ?? ''} ${card.state}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function leave(event, setFilter, table) {
  if (event.key === 'Escape') setFilter('');
  if (event.key === 'ArrowDown' || event.key === 'Enter') {
    event.preventDefault();
    walk(table, 'first');
  }
}

/** @param {{ card: Card, locked: boolean }} props */
function Row({ card, locked }) {
  const turn = turnOfCard(card);
  const open = (event) =>
    !event.target.closest('a, button, [popover]') &&
    !getSelection()?.toString() &&
    go(link.analyse(card.id));
  return html`<tr data-row=${card.id} class="project" onClick=${open}>
    <td class="project-name">
      <a href=${link.analyse(card.id)}>${card.id}</a>
      <small class="muted" title=${card.position}>
        ${card.opening ?? (card.game === 'chess' ? '' : card.game)}
      </small>
    </td>
    <td class="num project-value">
      <${Score} worth=${card.value} turn=${turn} /> ${
        card.best && html`<small class="muted">${move(card.best)}</small>`
      }
    </td>
    <td class="wide-only">
      <${Spark} values=${card.spark} middle=${0.5} label=${trend(card.spark, percent)} />
    </td>
    <td class="num project-size"><${Count} n=${card.positions} unit="positions" /></td>
    <td class="project-state">
      <${State} of=${card.state} all=${PROJECT_STATES} />
      ${card.trouble && html`<small class="project-trouble">${card.trouble}</small>`}
    </td>
    <td class="wide-only"><${Ago} at=${card.changed_at} /></td>
    <td class="project-news"><${News} card=${card} turn=${turn} /></td>
    <td class="num project-actions"><${Actions} card=${card} locked=${locked} /></td>
  </tr>`;
}

/** @param {{ card: Card, turn: Turn }} props */
function News({ card, turn }) {
  const { news } = card;
  if (!news)
    return html`<span
      class="muted"
      title="Mark everything as seen on the Stats page to follow what is new"
    >
      –
    </span>`;
  const was = news.value_was && minus(score({ text: news.value_was, number: 0, win: 0 }, turn));
  const parts = [
    news.best_was && html`<b>best move ${move(news.best_was)} → ${move(card.best ?? '–')}</b>`,
    was && html`<span>${was} → ${score(card.value, turn)}</span>`,
    news.positions > 0 && html`<span class="muted">+${exact(news.positions)} positions</span>`,
  ].filter(Boolean);
  return parts.length > 0
    ? html`<span class="news">${parts}</span>`
    : html`<span class="muted">–</span>`;
}

/** @param {{ card: Card, locked: boolean }} props */
function Actions({ card, locked }) {
  const id = `menu-${encodeURIComponent(card.id)}`;
  const able = !locked && ['idle', 'running', 'closed'].includes(card.state);
  const place = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const menu = document.getElementById(id);
    if (!menu) return;
    menu.style.left = `${Math.max(8, box.right - 180)}px`;
    menu.style.top = `${Math.min(box.bottom + 2, innerHeight - 330)}px`;
  };
  const still = !locked && !['running', 'pausing', 'elsewhere'].includes(card.state);
  const item = (label, press) =>
    html`<button
      type="button"
      onClick=${() => {
        document.getElementById(id)?.hidePopover();
        press(card);
      }}
    >
      ${label}
    </button>`;
  return html`
    ${
      able &&
      html`<button
        type="button"
        class="button button--icon"
        onClick=${() => run(card)}
        aria-label=${`${card.state === 'running' ? 'Pause' : 'Run'} ${card.id}`}
        title=${card.state === 'running' ? 'Pause' : 'Run'}
      >
        ${card.state === 'running' ? '❚❚' : '▶'}
      </button>`
    }
    <button
      type="button"
      class="button button--icon"
      popovertarget=${id}
      onClick=${place}
      aria-label=${`More for ${card.id}`}
    >
      ⋯
    </button>
    <div id=${id} popover class="menu project-menu">
      <a href=${link.analyse(card.id)}>Analyse</a>
      <a href=${link.map(card.id)}>Map</a>
      <a href=${link.queue(card.id)}>Queue</a>
      <a href=${link.stats(card.id)}>Stats</a>
      ${
        card.state === 'idle' &&
        !locked &&
        html`<button type="button" onClick=${() => close(card)}>Close the file</button>`
      }
      ${still && item('Rename…', rename)}
      ${!locked && card.state !== 'damaged' && item('Duplicate…', duplicate)}
      ${still && item('Archive', archive)}
      ${still && item('Delete…', remove)}
    </div>
  `;
}

/** @param {Card} card */
async function run(card) {
  if (await toggleRun(card)) refresh('/api/projects');
}

/** @param {Card} card */
async function close(card) {
  try {
    await post(at(card.id, 'close'));
    refresh('/api/projects');
    toast(`${card.id} closed; other programs can use its file now.`);
  } catch (error) {
    fail(error);
  }
}

function None({ start, locked }) {
  return html`<section class="panel">
    <${Empty} title="No project yet.">
      <p>Paste a FEN or a PGN into the box above, or look around first.</p>
      <p class="row">
        ${
          !locked &&
          html`<button type="button" class="button button--primary" onClick=${start}>
            Start a project
          </button>`
        }
        <button type="button" class="button" onClick=${openTour}>Take the tour</button>
      </p>
    <//>
  </section>`;
}
