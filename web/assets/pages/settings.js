// Settings: few, and each says what it does. They are kept in this browser.
import { html } from '/lib/preact.js';
import { prefs, resetPrefs } from '/lib/prefs.js';
import { useTopic } from '/lib/socket.js';
import { Choice, Loaded, Panel } from '/lib/parts.js';
import { confirm } from '/lib/dialog.js';
import { toast } from '/lib/toast.js';
import { score } from '/lib/format.js';
import { Quality, QUALITY, move } from '/lib/words.js';
import { KeysEditor } from '/pages/settings-keys.js';

function Row({ name, hint, children }) {
  return html`<div class="setting">
    <div><b>${name}</b>${hint && html`<small class="muted">${hint}</small>`}</div>
    <div class="setting-value">${children}</div>
  </div>`;
}

function Pick({ pref, name, hint, options }) {
  const choice = prefs[pref];
  return html`<${Row} name=${name} hint=${hint}>
    <${Choice}
      label=${name}
      value=${choice.value}
      options=${options}
      set=${(v) => {
        choice.value = v;
      }}
    />
  <//>`;
}

function Amount({ pref, name, hint, min, max, step = 1 }) {
  const choice = prefs[pref];
  const set = (event) => {
    const value = Number(event.currentTarget.value);
    if (event.currentTarget.validity.valid && event.currentTarget.value !== '')
      choice.value = value;
  };
  return html`<${Row} name=${name} hint=${hint}>
    <input
      type="number"
      aria-label=${name}
      ...${{ min, max, step }}
      value=${choice.value}
      onInput=${set}
    />
  <//>`;
}

function Look() {
  return html`<${Panel} title="Look">
    <${Pick}
      pref="theme"
      name="Theme"
      options=${[
        ['auto', 'System'],
        ['light', 'light'],
        ['dark', 'dark'],
        ['contrast', 'high contrast'],
      ]}
    />
    <${Pick}
      pref="palette"
      name="Colours of moves"
      hint="Each colour comes with a glyph."
      options=${[
        ['safe', 'colour-blind safe'],
        ['classic', 'green and red'],
        ['mono', 'grey'],
      ]}
    />
    <div class="setting">
      <div class="row">
        ${Object.keys(QUALITY).map(
          (one) =>
            html`<span class=${`sample tint--${QUALITY[one].token}`}>
              <${Quality} of=${one} /> ${QUALITY[one].word}
            </span>`,
        )}
      </div>
    </div>
    <${Pick}
      pref="motion"
      name="Animation"
      hint="Gliding pieces, highlighted values."
      options=${[
        ['auto', 'System'],
        ['off', 'none'],
      ]}
    />
  <//>`;
}

function Chess() {
  const example = { number: 64, text: '+0.64', win: 0.58 };
  return html`<${Panel} title="Values and moves" term="view">
    <${Pick}
      pref="pov"
      name="Point of view"
      hint=${`A value that is good for White, with Black to move, reads ${score(example, 'second')}.`}
      options=${[
        ['white', 'White'],
        ['mover', 'side to move'],
        ['mine', 'my side'],
      ]}
    />
    ${
      prefs.pov.value === 'mine' &&
      html`<${Pick}
        pref="mine"
        name="My side"
        options=${[
          ['first', 'White, first'],
          ['second', 'Black, second'],
        ]}
      />`
    }
    <${Pick}
      pref="figurines"
      name="Piece letters or figurines"
      hint=${`As in ${move('Nf3')}, ${move('Qxd5')}.`}
      options=${[
        [false, 'letters'],
        [true, 'figures'],
      ]}
    />
    <${Amount}
      pref="arrows"
      name="Arrows on the board"
      hint="Number of best moves."
      min="0"
      max="9"
    />
    <${Amount} pref="plies" name="Length of lines" hint="Plies shown of a line." min="2" max="40" />
    <${Amount}
      pref="notable"
      name="Highlight threshold"
      hint="Change in pawns that highlights a value."
      min="0"
      max="5"
      step="0.05"
    />
  <//>`;
}

function Server() {
  const about = useTopic('/api/about');
  return html`<${Panel} title="This server" id="server">
    <${Loaded} of=${about}>
      ${(data) => html`
        <dl class="facts">
          <div><dt>Version</dt><dd>${data.version}</dd></div>
          <div><dt>Projects folder</dt><dd><code>${data.projects ?? '–'}</code></dd></div>
          <div><dt>Address</dt><dd><code>${location.host}</code></dd></div>
          <div><dt>Changes</dt><dd>${data.read_only ? 'read-only' : 'allowed'}</dd></div>
          <div><dt>Processors</dt><dd>${data.processors}</dd></div>
        </dl>
        <p class="muted">
          Directory, address and engines are set where the server is
          started: <code>gametree serve --help</code>.
        </p>
      `}
    <//>
  <//>`;
}

async function reset() {
  if (
    !(await confirm({
      title: 'Reset all settings?',
      text: 'Theme, point of view and the other settings of this page are reset. Keys stay.',
      ok: 'Reset',
    }))
  )
    return;
  resetPrefs();
  toast('Settings reset.');
}

export function Page() {
  return html`<div class="settings wide">
    <header class="row">
      <h1 class="grow">Settings</h1>
      <button type="button" class="button" onClick=${reset}>Reset</button>
    </header>
    <p class="muted">Saved in this browser only.</p>
    <div class="settings-grid"><div><${Look} /><${Server} /></div><div><${Chess} /></div></div>
    <${KeysEditor} />
  </div>`;
}
