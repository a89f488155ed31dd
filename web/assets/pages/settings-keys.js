// The editor of keys: press a key to give it to an action; what fights for the same key is shown.
import { html, useEffect, useState } from '/lib/preact.js';
import { KEYMAP, RESERVED, keyName } from '/lib/keymap.js';
import { changedKeys, conflicts, keysOf, pressed, setKeys } from '/lib/keys.js';
import { PAGE_NAMES } from '/lib/frame.js';
import { Panel } from '/lib/parts.js';
import { toast } from '/lib/toast.js';

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead']);

/** Takes the next key that is pressed: gives its name, or null for Escape. */
function useCapture(active, done) {
  useEffect(() => {
    if (!active) return undefined;
    const take = (event) => {
      if (MODIFIERS.has(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      done(event.key === 'Escape' ? null : pressed(event));
    };
    document.addEventListener('keydown', take, true);
    return () => document.removeEventListener('keydown', take, true);
  }, [active]);
}

function KeyRow({ row, fights }) {
  const [taking, setTaking] = useState(false);
  const keys = keysOf(row.id);
  useCapture(taking, (key) => {
    setTaking(false);
    if (key === null || keys.includes(key)) return;
    if (RESERVED.has(key)) toast(`${keyName(key)} is a browser shortcut.`, { tone: 'bad' });
    else setKeys(row.id, [...keys, key]);
  });
  const drop = (key) =>
    setKeys(
      row.id,
      keys.filter((one) => one !== key),
    );
  const changed = row.id in changedKeys.value;
  return html`<tr class=${fights.length > 0 ? 'fights' : ''}>
    <td>${row.label}</td>
    <td>
      <div class="row">
        ${keys.map(
          (key) => html`<span class="key">
            <kbd>${keyName(key)}</kbd>
            <button
              type="button"
              class="key-drop"
              aria-label=${`Take ${keyName(key)} from ${row.label}`}
              onClick=${() => drop(key)}
            >
              ✕
            </button>
          </span>`,
        )}
        <button
          type="button"
          class="button button--small"
          aria-pressed=${taking}
          aria-label=${`Add a key for ${row.label}`}
          onClick=${() => setTaking(!taking)}
          onBlur=${() => setTaking(false)}
        >
          ${taking ? 'press a key…' : '+'}
        </button>
        ${
          changed &&
          html`<button
            type="button"
            class="button button--small button--quiet"
            onClick=${() => setKeys(row.id, null)}
          >
            reset
          </button>`
        }
      </div>
      ${fights.map(
        ({ key, with: other }) =>
          html`<small class="fight">! <kbd>${keyName(key)}</kbd> is also: ${other}</small>`,
      )}
    </td>
  </tr>`;
}

function fightsOf(id, all) {
  return all
    .filter(({ ids }) => ids.includes(id))
    .map(({ key, ids }) => ({
      key,
      with: ids
        .filter((other) => other !== id)
        .map((other) => KEYMAP.find((row) => row.id === other).label)
        .join(', '),
    }));
}

export function KeysEditor() {
  const all = conflicts();
  const pages = [...new Set(KEYMAP.map((row) => row.page))];
  const any = Object.keys(changedKeys.value).length > 0;
  const restore = () => Object.keys(changedKeys.value).forEach((id) => setKeys(id, null));
  const tools = html`
    ${all.length > 0 && html`<span class="chip fight">! ${all.length} keys are used twice</span>`}
    ${
      any &&
      html`<button type="button" class="button button--small" onClick=${restore}>Reset all</button>`
    }
  `;
  return html`<${Panel} title="Keys" id="keys" tools=${tools} class="keys-editor">
    <p class="muted">Press + and then the key. Browser shortcuts cannot be used.</p>
    <div class="keys-columns">
      ${pages.map(
        (page) => html`<section>
          <h3>${PAGE_NAMES[page] ?? 'Everywhere'}</h3>
          <table class="table">
            <thead class="sr"><tr><th>Action</th><th>Keys</th></tr></thead>
            <tbody>
              ${KEYMAP.filter((row) => row.page === page).map(
                (row) =>
                  html`<${KeyRow} key=${row.id} row=${row} fights=${fightsOf(row.id, all)} />`,
              )}
            </tbody>
          </table>
        </section>`,
      )}
    </div>
  <//>`;
}
