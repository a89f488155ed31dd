// The command palette: pages, projects and whatever the page can do, found by typing.
import { html, useEffect, useRef, useState } from '/lib/preact.js';
import { show } from '/lib/dialog.js';
import { bound } from '/lib/keys.js';
import { keyName } from '/lib/keymap.js';
import { go, link } from '/lib/router.js';
import { get } from '/lib/api.js';

const MOST = 60;
const extra = new Set();

/** Adds commands while a component is there: `useCommands([{ label, hint, run }])`. */
export function useCommands(commands) {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    const source = () => latest.current;
    extra.add(source);
    return () => extra.delete(source);
  }, []);
}

const PAGES = [
  ['Projects', link.home()],
  ['Engines', link.engines()],
  ['Learn', link.learn()],
  ['Lab', link.lab()],
  ['Settings', link.settings()],
  ['Help', link.help()],
];

function ofPage() {
  const keyed = bound()
    .filter(({ id }) => id !== 'global.palette')
    .map(({ label, keys, run }) => ({
      label,
      hint: keys.slice(0, 2).map(keyName).join(' '),
      run,
    }));
  const added = [...extra].flatMap((source) => source());
  const pages = PAGES.map(([label, href]) => ({
    label: `Go to ${label}`,
    hint: 'page',
    run: () => go(href),
  }));
  const all = [...added, ...keyed, ...pages];
  return all.filter((one, i) => all.findIndex((other) => other.label === one.label) === i);
}

/** @param {Card[]} cards */
const ofProjects = (cards) =>
  cards.flatMap(({ id }) => [
    { label: `Open ${id}`, hint: 'project', run: () => go(link.analyse(id)) },
  ]);

/**
 * How well words fit a label: every word must occur; earlier is better. Infinity where they do not.
 */
export function fit(label, words) {
  const text = label.toLowerCase();
  return words.reduce((sum, word) => {
    const at = text.indexOf(word);
    return at < 0 ? Infinity : sum + at + (at === 0 || text[at - 1] === ' ' ? 0 : 20);
  }, 0);
}

function matching(commands, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rated = commands.map((command, i) => ({ command, rank: fit(command.label, words), i }));
  return rated
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank || a.i - b.i)
    .slice(0, MOST)
    .map(({ command }) => command);
}

function Palette({ close, commands }) {
  const [query, setQuery] = useState('');
  const [projects, setProjects] = useState([]);
  const [at, setAt] = useState(0);
  const list = useRef(null);
  useEffect(() => {
    get('/api/projects').then(
      (found) => setProjects(ofProjects(found.projects)),
      () => {},
    );
  }, []);
  const rows = matching([...commands, ...projects], query);
  const chosen = Math.min(at, rows.length - 1);
  useEffect(() => list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' }), [chosen]);
  function keydown(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((chosen + step + rows.length) % Math.max(1, rows.length));
    else if (event.key === 'Enter') close(rows[chosen] ?? null);
    else return;
    event.preventDefault();
  }
  const type = (event) => {
    setQuery(event.currentTarget.value);
    setAt(0);
  };
  return html`<div class="palette" onKeyDown=${keydown}>
    <input
      type="text"
      role="combobox"
      aria-expanded="true"
      aria-controls="palette-list"
      aria-activedescendant=${`palette-${chosen}`}
      aria-label="Command"
      placeholder="Type a command, page or project"
      autofocus
      value=${query}
      onInput=${type}
      spellcheck=${false}
    />
    <ul id="palette-list" role="listbox" ref=${list}>
      ${rows.map(
        (row, i) => html`<li
          id=${`palette-${i}`}
          role="option"
          aria-selected=${i === chosen}
          onClick=${() => close(row)}
          onPointerMove=${() => i !== chosen && setAt(i)}
        >
          <span>${row.label}</span>
          <small>${row.hint}</small>
        </li>`,
      )}
    </ul>
    ${rows.length === 0 && html`<p class="muted palette-none">Nothing found.</p>`}
  </div>`;
}

/** Opens it and does what was chosen. */
export async function openPalette() {
  const commands = ofPage();
  const chosen = await show(
    ({ close }) => html`<${Palette} close=${close} commands=${commands} />`,
    { className: 'dialog--palette' },
  );
  if (chosen) chosen.run(new KeyboardEvent('keydown'), '');
}

/** Shows the keys of this page. */
export function openKeys(pageName) {
  const rows = bound().filter((row) => row.keys.length > 0);
  const groups = [
    [pageName, rows.filter((row) => row.page !== 'global')],
    ['Everywhere', rows.filter((row) => row.page === 'global')],
  ];
  const list = ({ close }) => html`<div class="keys-help">
    ${groups
      .filter(([, of]) => of.length > 0)
      .map(
        ([name, of]) => html`<section>
          <h3>${name}</h3>
          <dl>
            ${of.map(
              (row) =>
                html`<div>
                  <dt>
                    ${
                      row.keys.length > 3
                        ? html`
                            <kbd>${keyName(row.keys[0])}</kbd>…
                            <kbd>${keyName(row.keys.at(-1))}</kbd>
                          `
                        : row.keys.map((key) => html`<kbd>${keyName(key)}</kbd>`)
                    }
                  </dt>
                  <dd>${row.label}</dd>
                </div>`,
            )}
          </dl>
        </section>`,
      )}
    <p class="dialog-foot">
      <a class="button" href=${link.settings('keys')} onClick=${() => close()}>Change the keys</a>
      <a class="button" href=${link.help()} onClick=${() => close()}>All help</a>
    </p>
  </div>`;
  return show(list, { title: 'Keys', wide: true });
}
