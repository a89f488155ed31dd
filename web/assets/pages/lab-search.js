// Choosing a search or an engine: its name from a list, its options one by one, and the text that
// comes of it.
import { html, useId } from '/lib/preact.js';

/** `NAME:key=value,...` as { name, options }. */
export function parseSearch(text) {
  const [name, rest = ''] = split(text, ':');
  const pairs = rest
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => split(part, '='));
  return {
    name: name.trim(),
    options: Object.fromEntries(pairs.map(([key, value = 'on']) => [key.trim(), value.trim()])),
  };
}

function split(text, mark) {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** The text of a search. */
export function searchText({ name, options }) {
  const given = Object.entries(options).filter(([, value]) => value !== '');
  return given.length
    ? `${name}:${given.map(([key, value]) => `${key}=${value}`).join(',')}`
    : name;
}

/** What stands before the id of an engine. */
const UCI = 'uci:';

/** Options that name files are not for pages. */
const HIDDEN = new Set(['weights']);

/**
 * A picker: `<SearchPicker label="A" value="pvs:table=0" set=${fn} searches=${list} game="othello"
 * />`.
 * @param {{
 *   label: string, hint: string, value: any, set: any, searches: any, engines: any, game: string,
 *   swept: SweepRow[],
 * }} props
 */
export function SearchPicker({ label, hint, value, set, searches, engines = [], game, swept }) {
  const id = useId();
  const engine = value.startsWith(UCI) ? value.split('?')[0] : null;
  const now = engine ? { name: engine, options: {} } : parseSearch(value);
  const known = searches.find((search) => search.name === now.name);
  const fits = (search) =>
    search.games.includes(game.startsWith('(') ? 'tree' : game.split(':')[0]);
  const groups = [
    ['for this game', searches.filter(fits)],
    ['other searches', searches.filter((search) => !fits(search))],
  ];
  const change = (key, word) =>
    set(searchText({ name: now.name, options: { ...now.options, [key]: word } }));
  return html`<div class="field lab-pick">
    <label for=${id}>${label} <small class="muted">${hint}</small></label>
    <select
      id=${id}
      value=${known || engine ? now.name : ''}
      onChange=${(e) => set(e.currentTarget.value)}
    >
      ${!known && !engine && html`<option value="">${now.name || 'select a search'}</option>`}
      ${groups
        .filter(([, list]) => list.length)
        .map(
          ([title, list]) =>
            html`<optgroup label=${title}>
              ${list.map(
                (search) => html`<option value=${search.name} selected=${search.name === now.name}>
                  ${search.name}
                </option>`,
              )}
            </optgroup>`,
        )}
      ${
        game === 'chess' &&
        engines.length > 0 &&
        html`<optgroup label="engines">
          ${engines.map(
            ({ id: name, name: title }) => html`<option
              value=${UCI + name}
              selected=${UCI + name === engine}
            >
              ${title}
            </option>`,
          )}
        </optgroup>`
      }
    </select>
    <input
      type="text"
      value=${value}
      onInput=${(e) => set(e.currentTarget.value)}
      aria-label=${`${label} as text`}
      spellcheck=${false}
      autocomplete="off"
    />
    ${known && html`<small class="muted">${known.about}</small>`}
    ${
      engine &&
      html`<small class="muted">
        options: ${engine}?Hash=16&UCI_Elo=1500; one thread by default
      </small>`
    }
    ${
      known?.options.length > 0 &&
      html`<details class="lab-options">
        <summary>Options</summary>
        <div class="lab-options-in">
          ${known.options
            .filter((option) => !HIDDEN.has(option.key) && option.key !== swept)
            .map(
              (option) => html`<label title=${option.about}>
                <span>${option.key}</span>
                <input
                  type="text"
                  value=${now.options[option.key] ?? ''}
                  placeholder=${option.default}
                  onInput=${(e) => change(option.key, e.currentTarget.value.trim())}
                  spellcheck=${false}
                />
                <small class="muted">${option.about}</small>
              </label>`,
            )}
        </div>
      </details>`
    }
  </div>`;
}
