// Help: what every number means, and every key. A term has an address of its own: /help#value.
import { html, useEffect, useMemo, useRef, useState } from '/lib/preact.js';
import { help, loadHelp } from '/lib/term.js';
import { useKeys, keysOf, keyHint } from '/lib/keys.js';
import { KEYMAP, keyName } from '/lib/keymap.js';
import { PAGE_NAMES } from '/lib/frame.js';
import { Trouble, Waiting, Empty } from '/lib/parts.js';
import { openTour } from '/pages/home-tour.js';

const TOPICS = { analysis: 'Analysis', search: 'Searches', match: 'Matches', learning: 'Learning' };

/** @param {{ route: Route }} props */
export function Page({ route }) {
  const [search, setSearch] = useState(route.query.q ?? '');
  const box = useRef(null);
  useEffect(() => {
    loadHelp();
  }, []);
  useKeys('help', { search: () => box.current?.focus() });
  const wanted = route.hash || route.term;
  useEffect(() => {
    if (help.value && wanted) document.getElementById(wanted)?.scrollIntoView({ block: 'center' });
  }, [help.value, wanted]);
  return html`<div class="help wide">
    <header class="row">
      <h1 class="grow">Help</h1>
      <input
        type="search"
        ref=${box}
        value=${search}
        onInput=${(e) => setSearch(e.currentTarget.value)}
        aria-label="Search the help"
        placeholder=${`Search (${keyHint('help.search')})`}
      />
      <button type="button" class="button" onClick=${openTour}>Tour</button>
      <a class="button" href="/api/openapi.json" target="_blank">API</a>
    </header>
    ${
      !help.value
        ? html`<${Waiting} rows=${8} />`
        : html`<${Found} search=${search} wanted=${wanted} />`
    }
  </div>`;
}

function Found({ search, wanted }) {
  const { terms, error } = help.value;
  const fits = useMemo(() => matcher(search), [search]);
  const shown = terms.filter((term) => fits(`${term.title} ${term.text}`));
  const keys = KEYMAP.filter((row) => fits(`${row.label} ${PAGE_NAMES[row.page] ?? 'Everywhere'}`));
  if (error) return html`<${Trouble} error=${error} retry=${loadHelp} />`;
  if (shown.length + keys.length === 0)
    return html`<${Empty} title="Nothing found."><p>Try another word.</p><//>`;
  return html`<div class="help-columns">
    <nav class="help-index" aria-label="Terms">
      <div>
        ${topics(shown).map(
          ([topic, of]) => html`
            <b>${TOPICS[topic] ?? topic}</b>
            <ul>
              ${of.map(
                (term) =>
                  html`<li>
                    <a
                      href=${`#${term.id}`}
                      aria-current=${term.id === wanted ? 'true' : undefined}
                    >
                      ${term.title}
                    </a>
                  </li>`,
              )}
            </ul>
          `,
        )}
        ${keys.length > 0 && html`<ul><li><a href="#keys">Keys</a></li></ul>`}
      </div>
    </nav>
    <div class="help-text">
      ${topics(shown).map(
        ([topic, of]) => html`<section class="help-topic" key=${topic}>
          <h2>${TOPICS[topic] ?? topic}</h2>
          ${of.map(
            (term) => html`<${One} key=${term.id} term=${term} chosen=${term.id === wanted} />`,
          )}
        </section>`,
      )}
      ${keys.length > 0 && html`<${Keys} rows=${keys} />`}
    </div>
  </div>`;
}

/** @param {{ term: HelpTerm, chosen: any }} props */
function One({ term, chosen }) {
  return html`<section id=${term.id} class=${chosen ? 'help-term chosen' : 'help-term'}>
    <h3><a href=${`#${term.id}`} title="Link to this paragraph">${term.title}</a></h3>
    <p>${term.text}</p>
  </section>`;
}

/**
 * Terms by topic, in the order in which topics first come.
 * @param {HelpTerm[]} terms
 */
function topics(terms) {
  const found = new Map();
  for (const term of terms) found.set(term.topic, [...(found.get(term.topic) ?? []), term]);
  return [...found];
}

function matcher(search) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => words.every((word) => text.toLowerCase().includes(word));
}

function Keys({ rows }) {
  const pages = [...new Set(rows.map((row) => row.page))];
  return html`<section id="keys">
    <h2>Keys</h2>
    <p class="muted">
      They are off while you type, while a dialog is open, and while the board has its own cursor.
      ${' '}
      <a href="/settings#keys">Change them</a>
    </p>
    <div class="help-keys">
      ${pages.map(
        (page) => html`<section class="card">
          <h3>${PAGE_NAMES[page] ?? 'Everywhere'}</h3>
          <dl>
            ${rows
              .filter((row) => row.page === page)
              .map(
                (row) =>
                  html`<div><dt>${shownKeys(keysOf(row.id))}</dt><dd>${row.label}</dd></div>`,
              )}
          </dl>
        </section>`,
      )}
    </div>
  </section>`;
}

function shownKeys(keys) {
  if (keys.length === 0) return html`<span class="muted">none</span>`;
  if (keys.length > 3)
    return html`<kbd>${keyName(keys[0])}</kbd>…<kbd>${keyName(keys.at(-1))}</kbd>`;
  return keys.map((key) => html`<kbd>${keyName(key)}</kbd>`);
}
