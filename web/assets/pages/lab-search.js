// Choosing a search: its name from a list, its options one by one, and the text that comes of it.
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

/** Options that name files are not for pages. */
const HIDDEN = new Set(['weights']);

/**
 * A picker: `<SearchPicker label="A" value="pvs:table=0" set=${fn} searches=${list} game="othello"
 * />`.
 * @param {{
 *   label: string, hint: string, value: any, set: any, searches: any, game: string, swept:
 *   SweepRow[],
 * }} props
 */
export function SearchPicker({ label, hint, value, set, searches, game, swept }) {
  const id = useId();
  const now = parseSearch(value);
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
    <select id=${id} value=${known ? now.name : ''} onChange=${(e) => set(e.currentTarget.value)}>
      ${!known && html`<option value="">${now.name || 'select a search'}</option>`}
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
