// The chosen position: its numbers, why it is as wide as it is, and what can be done there.
import { html, useEffect, useRef, useState } from '/lib/preact.js';
import { useTopic } from '/lib/socket.js';
import { at, get } from '/lib/api.js';
import { link } from '/lib/router.js';
import { Loaded, Trouble, Waiting } from '/lib/parts.js';
import { Term } from '/lib/term.js';
import { Board } from '/lib/board.js';
import { Score, Count, percent } from '/lib/format.js';
import { line, numbered } from '/lib/words.js';
import { prefs } from '/lib/prefs.js';
import { act, boost, watch } from '/lib/actions.js';
import { wayTo } from '/pages/map-model.js';

/**
 * `box` is the chosen one; `path` the way to the root of the picture.
 * @param {{ project: string, box: any, path: any, writable: boolean, reroot: any }} props
 */
export function Selected({ project, box, path, writable, reroot }) {
  const node = useTopic(at(project, 'node', box.node));
  const above = useTopic(box.parent ? at(project, 'node', box.parent.node, 'moves') : null);
  // What was chosen before stays, dimmed, until the answer is there: nothing flickers.
  const before = useRef(null);
  before.current = node.data ?? before.current;
  const shown = node.data || node.error ? node : { ...node, data: before.current };
  return html`<${Loaded} of=${shown}>
    ${(/** @type {NodeView} */ data) => html`<${Details}
      ...${{ project, box, path, data, writable, reroot }}
      row=${Object.values(above.data?.rows ?? {}).find((one) => one.node === box.node)}
      unit=${above.data?.unit}
    />`}
  <//>`;
}

/**
 * @param {{
 *   project: string, box: any, path: any, data: NodeView, row: any, unit: any, writable: boolean,
 *   reroot: any,
 * }} props
 */
function Details({ project, box, path, data, row, unit, writable, reroot }) {
  const way = [...path.filter((crumb) => crumb.move), ...wayTo(box).slice(1)];
  const last = way.at(-1);
  const name = last ? numbered(last) : 'the root';
  const { turn } = data;
  return html`<div
    class=${`map-chosen ${data.node === box.node ? '' : 'map-chosen--old'}`}
    aria-busy=${data.node !== box.node}
  >
    <h3 class="map-chosen-line">${line(way, 12) || 'Root position'}</h3>
    ${data.opening && html`<p class="muted">${data.opening}</p>`}
    <div class="map-facts">
      <div class="map-board">
        <${Board}
          board=${data.board}
          last=${data.last}
          turn=${turn}
          players=${data.players}
          still
          flipped=${prefs.pov.value === 'mine' && prefs.mine.value === 'second'}
          label=${`The position: ${data.position}`}
        />
      </div>
      <dl class="facts">
        <div>
          <dt>Value<${Term} id="eval" label="the value" /></dt>
          <dd>
            <${Score} worth=${data.value} turn=${turn} /> <span class="muted">
              ${percent(data.value?.win)}
            </span>
          </dd>
        </div>
        <div>
          <dt>Direct<${Term} id="direct" label="the direct score" /></dt>
          <dd>
            <${Score} worth=${data.direct} turn=${turn} /> ${
              data.depth > 0 && html`<span class="muted">d${data.depth}</span>`
            }
            ${
              apart(data) &&
              html` <span class="chip" title="Engine and tree disagree: look here first">≠</span>`
            }
          </dd>
        </div>
        <div><dt>Searched</dt><dd><${Count} n=${data.nodes} unit="nodes" /> nodes</dd></div>
        <div><dt>Share of root<${Term} id="share" /></dt><dd>${percent(box.w, 2)}</dd></div>
        <div>
          <dt>Penalty<${Term} id="penalty" /></dt>
          <dd>${row?.penalty == null ? '–' : `${row.penalty.toFixed(2)} ${unit}`}</dd>
        </div>
        <div>
          <dt>Transpositions</dt>
          <dd>
            ${
              data.entries === 0
                ? 'root position'
                : `${data.entries} ${data.entries === 1 ? 'move leads' : 'moves lead'} here`
            }
          </dd>
        </div>
      </dl>
    </div>
    ${data.parked && html`<p class="trouble">Failed: ${data.parked}</p>`}
    ${data.boost > 0 && html`<p>⇧ ${data.boost} % of the engine time goes here.</p>`}
    ${
      data.watches.length > 0 &&
      html`<p>◉ You are notified when ${data.watches.join(', or when ')}.</p>`
    }
    ${data.note && html`<p class="map-note">¶ ${data.note}</p>`}
    <div class="row map-buttons">
      <a class="button button--primary" href=${link.analyse(project, box.node)}>Open in Analyse</a>
      <button type="button" class="button" onClick=${() => reroot(box)} disabled=${!box.parent}>
        Zoom to
      </button>
      ${
        writable &&
        html`
          <button
            type="button"
            class="button"
            onClick=${() => watch(project, box.node, data, name)}
          >
            Watch…
          </button>
          <button
            type="button"
            class="button"
            onClick=${() => boost(project, box.node, name, data.boost)}
          >
            Boost…
          </button>
          ${
            box.parent &&
            html`<button
              type="button"
              class="button"
              onClick=${() => act(project, box.parent.node, { do: 'exclude', move: box.move })}
              title="Exclude this move from the analysis; can be undone"
            >
              Exclude
            </button>`
          }
        `
      }
    </div>
    <${Why} key=${`${box.parent?.node} ${box.node}`} project=${project} path=${path} box=${box} />
  </div>`;
}

function apart({ value, direct }) {
  return value && direct && Math.abs(value.number - direct.number) > 30;
}

/**
 * The product of shares from the first position on; asked for when it is opened.
 * @param {{ project: string, path: any, box: any }} props
 */
function Why({ project, path, box }) {
  const [open, setOpen] = useState(false);
  const [steps, setSteps] = useState(null);
  const [error, setError] = useState(null);
  useEffect(() => {
    if (!open || steps) return undefined;
    const stop = new AbortController();
    product(project, [...path, ...wayTo(box).slice(1)], stop.signal).then(
      setSteps,
      (refusal) => refusal.name !== 'AbortError' && setError(refusal),
    );
    return () => stop.abort();
  }, [open]);
  return html`<details class="map-why" onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>Why this share?</summary>
    ${
      error
        ? html`<${Trouble} error=${error} />`
        : !steps
          ? html`<${Waiting} rows=${2} />`
          : html`<${Product} steps=${steps} />`
    }
  </details>`;
}

function Product({ steps }) {
  if (steps.length === 0) return html`<p>This is the root: 100%.</p>`;
  const all = steps.reduce((product, step) => product * step.share, 1);
  return html`
    <p>
      Each move has a share: how much the value of the position before it depends on it. Shares
      multiply along a line.
    </p>
    <p class="map-product">
      ${steps.map(
        (step, i) =>
          html`
            ${i > 0 && ' × '}
            <span class="map-factor"><span>${step.name}</span><b>${percent(step.share)}</b></span>
          `,
      )}
      ${' = '}
      <span class="map-factor"><span>of the root</span><b>${percent(all, 2)}</b></span>
    </p>
  `;
}

/**
 * The shares of the moves of a way.
 * @param {string} project
 */
async function product(project, way, signal) {
  const asked = way
    .slice(0, -1)
    .map((crumb) => get(at(project, 'node', crumb.node, 'moves'), { signal }));
  const tables = await Promise.all(asked);
  return way.slice(1).map((crumb, i) => {
    const row = Object.values(tables[i].rows).find(
      (one) => one.node === crumb.node && one.move === crumb.move,
    );
    return { name: numbered(crumb), share: row?.share ?? 0 };
  });
}
