// The watch list: positions and the rules by which you are told.
import { html } from '/lib/preact.js';
import { at, get } from '/lib/api.js';
import { prompt } from '/lib/dialog.js';
import { Loaded, Panel, Empty } from '/lib/parts.js';
import { Score } from '/lib/format.js';
import { act, watch } from '/lib/actions.js';
import { notifying, toggleNotifying } from '/lib/notify.js';
import { turnOfRow } from '/lib/turn.js';
import { Path } from '/pages/queue-tables.js';

/**
 * The panel.
 * @param {{ project: string, topic: any, about: Project | null, start: Turn }} props
 */
export function Watches({ project, topic, about, start }) {
  const writable = about?.writable;
  const add = () => addWatch(project, about);
  const tools = html`
    <${Notify} />
    ${
      writable &&
      html`<button type="button" class="button button--small" onClick=${add}>
        + Watch a position
      </button>`
    }
  `;
  return html`<${Panel} title="Watch list" term="watch" tools=${tools}>
    <${Loaded} of=${topic} rows=${3}>
      ${(/** @type {ChangesAnswer} */ data) =>
        data.watches.length === 0
          ? html`<${Empty} title="No watches.">
              <p>Watch a position to be notified when its value moves or its best move changes.</p>
            <//>`
          : html`<ul class="watches">
              ${data.watches.map(
                (row) => html`<li key=${row.node}>
                  <span class="watches-glyph" aria-hidden="true">◉</span>
                  <div>
                    <div class="watches-line">
                      <${Path} project=${project} node=${row.node} path=${row.path} /> <${Score}
                        worth=${row.value}
                        turn=${turnOfRow(row, start)}
                      />
                    </div>
                    <ul class="muted">${row.rules.map((rule) => html`<li>when ${rule}</li>`)}</ul>
                  </div>
                  ${
                    writable &&
                    html`<span class="watches-tools">
                      <button
                        type="button"
                        class="button button--small"
                        aria-label=${`+ Rule for ${row.path || 'the root position'}`}
                        onClick=${() =>
                          watch(project, row.node, about, row.path || 'the root position')}
                      >
                        + Rule
                      </button>
                      <button
                        type="button"
                        class="button button--small"
                        aria-label=${`Remove the watches of ${row.path || 'the root position'}`}
                        onClick=${() =>
                          act(project, row.node, { do: 'unwatch' }, { name: row.path })}
                      >
                        Remove
                      </button>
                    </span>`
                  }
                </li>`,
              )}
            </ul>`}
    <//>
  <//>`;
}

const NOTIFY = {
  on: 'Watches that come true are shown as desktop notifications.',
  off: 'Show watches that come true as desktop notifications.',
  blocked: 'The browser blocks notifications of this page; notes at the edge are shown instead.',
};

/** The switch of desktop notifications. */
function Notify() {
  const state = notifying();
  if (state === 'missing') return null;
  return html`<button
    type="button"
    class="button button--small"
    aria-pressed=${state === 'on'}
    disabled=${state === 'blocked'}
    title=${NOTIFY[state]}
    onClick=${toggleNotifying}
  >
    Notifications ${state === 'blocked' ? 'blocked' : state}
  </button>`;
}

/**
 * Asks for a position by its moves, then for a rule.
 * @param {string} project
 * @param {Project | null} about
 */
async function addWatch(project, about) {
  const found = await prompt({
    title: 'Watch a position',
    label: 'Its moves, its FEN, or its number as #12',
    value: '',
    hint: 'Moves from the root position, as in “e4 e5 Nf3”. Empty means the root position.',
    ok: 'Next',
    send: async (text) => {
      const { node } = await get(at(project, `find?q=${encodeURIComponent(text || 'root')}`));
      return { value: { node, name: text.trim() || 'the root position' } };
    },
  });
  if (found) await watch(project, found.node, about, found.name);
}
