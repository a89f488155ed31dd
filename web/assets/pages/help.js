// Help: the book, what every number means, and every key. A term has an address of its own:
// /help/numbers#value.
import { html, useEffect, useMemo, useRef, useState } from '/lib/preact.js';
import { help, loadHelp } from '/lib/term.js';
import { useKeys, keysOf, keyHint } from '/lib/keys.js';
import { KEYMAP, keyName } from '/lib/keymap.js';
import { PAGE_NAMES } from '/lib/frame.js';
import { Trouble, Waiting, Empty } from '/lib/parts.js';
import { openTour } from '/pages/home-tour.js';
import { Chapter, Contents, book, chapterAddress, loadBook } from '/pages/help-book.js';
import { Found, findInBook, matcher } from '/pages/help-search.js';

const TOPICS = { analysis: 'Analysis', search: 'Searches', match: 'Matches', learning: 'Learning' };
/** Chapters that the page draws itself, from what the program knows. */
const OWN = { numbers: Terms, keys: Keys };

/** @param {{ route: Route }} props */
export function Page({ route }) {
  const [search, setSearch] = useState(route.query.q ?? '');
  const box = useRef(null);
  useEffect(() => {
    loadHelp();
    loadBook();
  }, []);
  useEffect(() => setSearch(route.query.q ?? ''), [route]);
  useKeys('help', { search: () => box.current?.focus() });
  const name = route.chapter ?? 'welcome';
  return html`<div class="help wide">
    <header class="row">
      <a class="grow help-home" href="/help">Help</a>
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
    <div class="help-columns">
      <${Contents} now=${name} />
      <div class="help-text">
        ${
          search.trim()
            ? html`<${Results} search=${search} />`
            : html`<${Shown} name=${name} hash=${route.hash} />`
        }
      </div>
    </div>
  </div>`;
}

function Shown({ name, hash }) {
  const Own = OWN[name];
  return Own
    ? html`<${Own} wanted=${hash} search="" />`
    : html`<${Chapter} name=${name} hash=${hash} />`;
}

/** Everything that has all words: paragraphs on numbers, sections of the book, keys. */
function Results({ search }) {
  if (!help.value || !book.value) return html`<${Waiting} rows=${8} />`;
  const fits = matcher(search);
  // Their paragraphs follow below: only the titles are looked up here.
  const chapters = book.value.chapters.map((chapter) =>
    chapter.name in OWN ? { ...chapter, sections: chapter.sections.slice(0, 1) } : chapter,
  );
  const rows = findInBook(chapters, search);
  const terms = help.value.terms.some(({ title, text }) => fits(`${title} ${text}`));
  const keys = KEYMAP.some(({ label }) => fits(label));
  if (!terms && !keys && rows.length === 0)
    return html`<h1>Search</h1><${Empty} title="Nothing found."><p>Try another word.</p><//>`;
  return html`
    <h1>Search</h1>
    ${rows.length > 0 && html`<${Found} rows=${rows} search=${search} address=${chapterAddress} />`}
    ${terms && html`<${Terms} search=${search} />`} ${keys && html`<${Keys} search=${search} />`}
  `;
}

/** @param {{ search: string, wanted?: string }} props */
function Terms({ search, wanted }) {
  const fits = useMemo(() => matcher(search), [search]);
  useEffect(() => {
    if (help.value && wanted) document.getElementById(wanted)?.scrollIntoView({ block: 'center' });
  }, [help.value, wanted]);
  if (!help.value) return html`<${Waiting} rows=${8} />`;
  const { terms, error } = help.value;
  if (error) return html`<${Trouble} error=${error} retry=${loadHelp} />`;
  const shown = terms.filter((term) => fits(`${term.title} ${term.text}`));
  return html`
    ${!search && html`<h1>What every number means</h1>`}
    ${topics(shown).map(
      ([topic, of]) => html`<section class="help-topic" key=${topic}>
        <h2>${TOPICS[topic] ?? topic}</h2>
        ${of.map(
          (term) => html`<${One} key=${term.id} term=${term} chosen=${term.id === wanted} />`,
        )}
      </section>`,
    )}
  `;
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

/** @param {{ search: string }} props */
function Keys({ search }) {
  const fits = matcher(search);
  const rows = KEYMAP.filter((row) => fits(`${row.label} ${PAGE_NAMES[row.page] ?? 'Everywhere'}`));
  const pages = [...new Set(rows.map((row) => row.page))];
  return html`<section id="keys">
    ${search ? html`<h2>Keys</h2>` : html`<h1>Keys</h1>`}
    <p class="muted">
      They are off while you type, while a dialog is open, and while the board has its own cursor.
      ${' '}
      <a href="/settings#keys">Change them</a>
    </p>
    <div class="help-keys">
      ${pages.map(
        (page) => html`<section class="card">
          ${
            search
              ? html`<h3>${PAGE_NAMES[page] ?? 'Everywhere'}</h3>`
              : html`<h2>${PAGE_NAMES[page] ?? 'Everywhere'}</h2>`
          }
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
