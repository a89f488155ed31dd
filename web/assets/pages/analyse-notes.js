// Notes by position, and the life of the position's value.
import { html, useEffect, useRef, useState } from '/lib/preact.js';
import { prefs } from '/lib/prefs.js';
import { at } from '/lib/api.js';
import { score, chance, percent, age } from '/lib/format.js';
import { trend } from '/lib/spark.js';
import { Panel } from '/lib/parts.js';
import { move } from '/lib/words.js';
import { act } from '/lib/actions.js';
import { useKept, useRested } from './analyse-study.js';

/**
 * The panel with the note and the history.
 * @param {{ study: Study, area: any }} props
 */
export function NotesPanel({ study, area }) {
  return html`<${Panel} title="Notes and history" class="notes-panel" id="panel-notes">
    <${Note} key=${study.node.node} study=${study} area=${area} />
    ${!prefs.hidden.value && html`<${History} study=${study} />`}
  <//>`;
}

/**
 * The note. It is kept when it is left; what somebody else writes meanwhile is taken where nothing
 * was typed.
 * @param {{ study: Study, area: any }} props
 */
function Note({ study, area }) {
  const { id, node, writable } = study;
  const [text, setText] = useState(node.note);
  const state = useRef(/** @type {{ text?: string, kept?: string }} */ ({}));
  state.current = { text, kept: state.current.kept ?? node.note };
  useEffect(() => {
    if (state.current.text === state.current.kept) setText(node.note);
    state.current.kept = node.note;
  }, [node.note]);
  const save = () => {
    const { text: now = '', kept } = state.current;
    if (!writable || now.trim() === (kept ?? '').trim()) return;
    state.current.kept = now.trim();
    act(
      id,
      node.node,
      { do: 'note', text: now },
      { words: now.trim() ? 'Note saved.' : 'Note removed.' },
    );
  };
  useEffect(() => save, []);
  const keydown = (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    else if (event.key === 'Escape') event.currentTarget.blur();
    else return;
    event.preventDefault();
  };
  return html`<div class="note">
    <label for="note-text" class="sr">Note on this position</label>
    <textarea
      id="note-text"
      ref=${area}
      rows="3"
      readonly=${!writable}
      placeholder=${
        writable ? 'Note (Ctrl+Enter saves; shown wherever this position occurs)' : 'No note.'
      }
      value=${text}
      onInput=${(event) => setText(event.currentTarget.value)}
      onBlur=${save}
      onKeyDown=${keydown}
    ></textarea>
  </div>`;
}

/** @param {{ study: Study }} props */
function History({ study }) {
  const { id, node } = study;
  const topic = useKept(`${at(id, 'history')}?node=${useRested(node.node)}`);
  const points = (topic.data?.points ?? []).filter((point) => point.value);
  if (!topic.data)
    return html`<p class="muted history">${topic.error?.message ?? 'One moment…'}</p>`;
  if (points.length < 2)
    return html`<p class="muted history">
      ${
        node.value
          ? 'No history yet: the value has not changed.'
          : 'No history yet: no value is known.'
      }
    </p>`;
  const values = points.map((point) => chance(point.value, node.turn));
  const [first, last] = [points[0], points.at(-1)];
  const changes = points
    .map((point, i) => ({ point, i, was: points[i - 1]?.best }))
    .filter(({ point, i, was }) => i > 0 && point.best !== was);
  return html`<div class=${`history ${topic.old ? 'is-old' : ''}`}>
    <p>
      <span class="muted">History</span> <b>
        ${score(first.value, node.turn)} → ${score(last.value, node.turn)}
      </b>
      <span class="muted"> first known ${age(first.at)}${topic.data.exact ? '' : ', roughly'}</span>
    </p>
    <${Curve} points=${points} values=${values} changes=${changes} turn=${node.turn} />
    ${
      changes.length > 0 &&
      html`<details>
        <summary>
          ${changes.length} ${changes.length === 1 ? 'change' : 'changes'} of the best move
        </summary>
        <ol class="changes">
          ${changes
            .toReversed()
            .slice(0, 20)
            .map(
              ({ point, was }) => html`<li>
                <span>
                  ${was ? move(was) : '–'} → <b>${point.best ? move(point.best) : '–'}</b>
                </span>
                <span>${score(point.value, node.turn)}</span>
                <span class="muted">${age(point.at)}</span>
              </li>`,
            )}
        </ol>
      </details>`
    }
  </div>`;
}

const [WIDE, HIGH] = [300, 56];

/**
 * The value over the facts that came, with a tick where the best move changed.
 * @param {{ points: HistoryPoint[], values: any, changes: any, turn: Turn }} props
 */
function Curve({ points, values, changes, turn }) {
  const [least, most] = [Math.min(...values, 0.48), Math.max(...values, 0.52)];
  const [start, end] = [points[0].facts, points[points.length - 1].facts];
  const x = (i) => 2 + ((points[i].facts - start) / Math.max(1, end - start)) * (WIDE - 4);
  const y = (value) => HIGH - 4 - ((value - least) / (most - least)) * (HIGH - 8);
  const path = values
    .map((value, i) =>
      i === 0
        ? `M${x(i).toFixed(1)} ${y(value).toFixed(1)}`
        : `H${x(i).toFixed(1)}V${y(value).toFixed(1)}`,
    )
    .join('');
  const course = trend(values, (value) => percent(value, 0));
  const words = `Value ${course}; the best move changed ${changes.length} times`;
  return html`<svg
    class="curve"
    viewBox=${`0 0 ${WIDE} ${HIGH}`}
    preserveAspectRatio="none"
    role="img"
    aria-label=${words}
  >
    ${least < 0.5 && most > 0.5 && html`<path class="spark-middle" d=${`M0 ${y(0.5)}H${WIDE}`} />`}
    ${changes.map(
      ({ point, i, was }) => html`<g class="tick">
        <title>
          ${`${was ?? '–'} → ${point.best ?? '–'} ${score(point.value, turn)}, ${age(point.at)}`}
        </title>
        <path d=${`M${x(i)} 0V${HIGH}`} />
      </g>`,
    )}
    <path class="spark-line" d=${path} vector-effect="non-scaling-stroke" />
  </svg>`;
}
