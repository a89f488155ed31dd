// The best line of the project, and the live engine: one position, longer and longer, apart from
// the run.
import { html, useEffect, useRef, useState } from '/lib/preact.js';
import { prefs } from '/lib/prefs.js';
import { useTopic, refresh } from '/lib/socket.js';
import { at, post } from '/lib/api.js';
import { link } from '/lib/router.js';
import { score, count } from '/lib/format.js';
import { Panel, Empty } from '/lib/parts.js';
import { numbered, move, line as text } from '/lib/words.js';
import { fail } from '/lib/toast.js';
import { keyHint } from '/lib/keys.js';
import { act } from '/lib/actions.js';
import { copy, lineText } from './analyse-steer.js';
import { previewBoard, previewing } from './analyse-preview.js';
import { Hidden } from './analyse-moves.js';

const FOLLOW = 250; // milliseconds on a position before the engine comes after

/**
 * The best line of the project; every ply can be looked at and gone to.
 * @param {{ study: Study }} props
 */
export function LinePanel({ study }) {
  const { id, node } = study;
  const [whole, setWhole] = useState(false);
  const plies = whole ? node.line : node.line.slice(0, prefs.plies.value);
  const tools =
    node.line.length > 0 &&
    !prefs.hidden.value &&
    html`<button
      type="button"
      class="button button--small"
      onClick=${() => copy(lineText(node.line), 'Line')}
    >
      Copy
    </button>`;
  return html`<${Panel} title="Best line" tools=${tools} class="line-panel" id="panel-line">
    ${
      prefs.hidden.value
        ? html`<${Hidden} />`
        : node.line.length === 0
          ? html`<${Empty}>No line yet.<//>`
          : html`<p class="plies">
              ${plies.map(
                (ply, i) =>
                  html`
                    <${LinePly}
                      key=${i}
                      id=${id}
                      ply=${ply}
                      first=${i === 0}
                      at=${`${node.node}/line/${i}`}
                    /> `,
              )}
              ${
                node.line.length > plies.length &&
                html`<button
                  type="button"
                  class="linkish"
                  title="The whole line"
                  onClick=${() => setWhole(true)}
                >
                  …
                </button>`
              }
              ${
                plies.length === node.line.length &&
                html`<span class="muted">(${node.line_end})</span>`
              }
            </p>`
    }
  <//>`;
}

/** @param {{ id: string, ply: Ply, first: boolean, at: string }} props */
function LinePly({ id, ply, first, at: key }) {
  const words = !first && ply.number.endsWith('...') ? move(ply.move) : numbered(ply);
  const look = previewing(() => previewBoard(key, ply.board, ply.squares));
  if (ply.node === null)
    return html`<span
      class="ply ply--out"
      tabindex="0"
      title=${`${ply.wire} – not in the graph`}
      ...${look}
    >
      ${words}
    </span>`;
  return html`<a class="ply" href=${link.analyse(id, ply.node)} title=${ply.wire} ...${look}>
    ${words}
  </a>`;
}

/**
 * The live engine's state and what can be done with it.
 * @param {Study} study
 */
export function useLive(study) {
  const { id, node } = study;
  const topic = useTopic(at(id, 'live'));
  const [locked, setLocked] = useState(false);
  const [engine, setEngine] = useState('');
  const mine = useRef(false);
  const live = topic.data;
  /** @param {PostBody<ProjectAddress<['live']>>} ask */
  async function put(ask) {
    try {
      await post(at(id, 'live'), ask);
      refresh(at(id, 'live'));
    } catch (error) {
      mine.current = false;
      fail(error);
    }
  }
  const ask = (to, of = engine) => put({ node: to, ...(of ? { engine: of } : {}) });
  useEffect(() => {
    if (!mine.current || locked || !live?.on || live.node === node.node || node.ended)
      return undefined;
    const timer = setTimeout(() => ask(node.node), FOLLOW);
    return () => clearTimeout(timer);
  }, [node.node, locked, live?.on]);
  useStopAfter(at(id, 'live'), () => mine.current && !locked);
  const toggle = () => {
    mine.current = !live?.on;
    return put(live?.on ? { node: null } : { node: node.node, ...(engine ? { engine } : {}) });
  };
  const choose = (name) => {
    setEngine(name);
    if (live?.on) ask(live.node, name);
  };
  const lock = () => {
    if (locked && live?.on) mine.current = true;
    setLocked(!locked);
  };
  const add = () => {
    if (!live?.line?.length || live.node === null) return;
    act(id, live.node, { do: 'line', moves: live.line.map((crumb) => crumb.move) });
  };
  return { live, error: topic.error, locked, lock, engine, choose, toggle, add };
}

/**
 * Stops the engine when the page is left, where it is ours and not locked: it would think for hours
 * unseen.
 */
function useStopAfter(path, ours) {
  const latest = useRef(ours);
  latest.current = ours;
  useEffect(() => {
    const stop = () => {
      if (!latest.current()) return;
      const headers = { 'content-type': 'application/json' };
      fetch(path, {
        method: 'POST',
        headers,
        body: '{"node":null}',
        keepalive: true,
        credentials: 'same-origin',
      }).catch(() => {});
    };
    window.addEventListener('pagehide', stop);
    return () => {
      window.removeEventListener('pagehide', stop);
      stop();
    };
  }, [path]);
}

/**
 * The panel of the live engine.
 * @param {{ study: Study, control: ReturnType<typeof useLive> }} props
 */
export function LivePanel({ study, control }) {
  const { live, locked, engine } = control;
  const { node } = study;
  const engines =
    useTopic('/api/engines').data?.engines?.filter(
      ({ games }) => games.length === 0 || games.includes(node.game),
    ) ?? [];
  const on = Boolean(live?.on);
  const tools = html`
    ${
      engines.length > 1 &&
      html`<select
        aria-label="Engine"
        value=${engine}
        onChange=${(event) => control.choose(event.currentTarget.value)}
      >
        ${engines.map(
          ({ id, name }, i) =>
            html`<option value=${i === 0 ? '' : id} selected=${engine === (i === 0 ? '' : id)}>
              ${name}
            </option>`,
        )}
      </select>`
    }
    <button
      type="button"
      class="button button--small"
      aria-pressed=${locked}
      disabled=${!on}
      title=${`Keep it on its position while you browse (${keyHint('analyse.lock')})`}
      onClick=${control.lock}
    >
      ${locked ? 'Locked' : 'Lock'}
    </button>
    <button
      type="button"
      class="button button--small"
      aria-pressed=${on}
      title=${`Live engine on or off (${keyHint('analyse.live')})`}
      disabled=${!on && node.ended}
      onClick=${control.toggle}
    >
      ${on ? '■ Stop' : '▶ Start'}
    </button>
  `;
  return html`<${Panel} title="Live engine" tools=${tools} class="live-panel" id="panel-engine">
    ${prefs.hidden.value ? html`<${Hidden} />` : html`<${LiveBody} ...${{ study, control, on }} />`}
  <//>`;
}

/** @param {{ study: Study, control: ReturnType<typeof useLive>, on: boolean }} props */
function LiveBody({ study, control, on }) {
  const { live } = control;
  const { node, id } = study;
  if (control.error && !live) return html`<p class="muted">${control.error.message}</p>`;
  if (live?.trouble)
    return html`<p class="trouble" role="alert"><b>Engine stopped:</b> ${live.trouble}</p>`;
  if (!live || (!on && !live.value))
    return html`<p class="muted">
      Off. Analyses this position continuously; deeper results are saved.
    </p>`;
  const here = live.node === node.node;
  return html`<div class=${`live-body ${on ? '' : 'stale'}`}>
    ${
      live.value
        ? html`<p class="live-head">
            <b class="worth-score own-search" title="The engine’s own search">
              ${score(live.value, node.turn)}
            </b> <span>d${live.depth}</span> <span>${count(live.nodes)} nodes</span>
            <span>${count(Math.round(live.speed))}/s</span>
            ${live.kept && html`<span class="chip" title="Saved in the project">✓ saved</span>`}
            ${!on && html`<span class="muted">stopped</span>`}
          </p>`
        : html`<p class="muted live-head">thinking…</p>`
    }
    ${
      !here &&
      html`<p class="muted">
        Analysing <a href=${link.analyse(id, live.node)}>another position</a>.
      </p>`
    }
    <p class="plies">${text(live.line, 16)}</p>
    ${
      live.line.length > 0 &&
      html`<button
        type="button"
        class="button button--small"
        disabled=${!study.writable}
        title=${`Add the line to the graph (${keyHint('analyse.add')})`}
        onClick=${control.add}
      >
        + Add line
      </button>`
    }
    <small class="muted live-name">${live.engine}</small>
  </div>`;
}
