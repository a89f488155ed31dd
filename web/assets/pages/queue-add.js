// Adds lines to the graph: one a row, from the first position. First it says what is new, and asks
// where it is much.
import { html, useRef, useState } from '/lib/preact.js';
import { at, post } from '/lib/api.js';
import { refresh } from '/lib/socket.js';
import { confirm } from '/lib/dialog.js';
import { fail, toast } from '/lib/toast.js';
import { Panel } from '/lib/parts.js';
import { duration, exact } from '/lib/format.js';
import { parseLines, preview } from '/pages/queue-lines.js';

const MANY = 500;

/**
 * The box.
 * @param {{ project: string, about: Project }} props
 */
export function AddLines({ project, about }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState(null);
  const [busy, setBusy] = useState('');
  const run = useRef(0);
  const lines = parseLines(text);
  async function look() {
    run.current += 1;
    const mine = run.current;
    setBusy('Looking…');
    try {
      const now = await preview(project, about.root, lines);
      if (mine === run.current) setFound({ ...now, text });
    } catch (error) {
      fail(error);
    }
    setBusy('');
  }
  async function add() {
    if (found.fresh > MANY && !(await agreed(found, about))) return;
    setBusy('Adding…');
    const left = await send(project, lines, (done) =>
      setBusy(`Adding ${done} of ${lines.length}…`),
    );
    setBusy('');
    setFound(null);
    setText(left);
  }
  const fits = found?.text === text;
  const first = `${about.best ?? ''} …\none line of moves per row`.trim();
  return html`<${Panel} title="Add lines">
    <div class="add">
      <label class="sr" for="add-lines">Lines of moves from the root position</label>
      <textarea
        id="add-lines"
        rows="4"
        placeholder=${first}
        value=${text}
        spellcheck=${false}
        disabled=${!about.writable || Boolean(busy)}
        onInput=${(event) => setText(event.currentTarget.value)}
      ></textarea>
      <div class="row">
        ${
          fits && found.fresh > 0 && found.wrong.length === 0
            ? html`<button
                type="button"
                class="button button--primary"
                disabled=${Boolean(busy)}
                onClick=${add}
              >
                Add ${exact(found.fresh)} ${found.fresh === 1 ? 'move' : 'moves'}
              </button>`
            : html`<button
                type="button"
                class="button button--primary"
                disabled=${Boolean(busy) || lines.length === 0 || !about.writable}
                onClick=${look}
              >
                Check lines
              </button>`
        }
        <span class="muted" role="status">
          ${
            busy ||
            (fits
              ? told(found)
              : lines.length > 0
                ? `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`
                : 'From the root position, one line per row. Engines never remove your moves.')
          }
        </span>
      </div>
      ${
        fits &&
        found.wrong.length > 0 &&
        html`<ul class="add-wrong">
          ${found.wrong
            .slice(0, 8)
            .map((one) => html`<li>Row ${one.row}: illegal move <b>${one.word}</b></li>`)}
          ${found.wrong.length > 8 && html`<li>… and ${found.wrong.length - 8} more.</li>`}
        </ul>`
      }
    </div>
  <//>`;
}

function told({ lines, moves, known, fresh, wrong }) {
  if (wrong.length > 0) return `${wrong.length} of ${lines} lines cannot be read.`;
  const shared = moves - known - fresh;
  const double = shared > 0 ? `, ${exact(shared)} twice` : '';
  return fresh === 0
    ? 'Already in the graph.'
    : `${exact(fresh)} new, ${exact(known)} known${double}.`;
}

/** @param {Project} about */
function agreed(found, about) {
  const rate = about.running?.per_hour ?? 0;
  const time =
    rate > 0
      ? `At ${exact(rate)} results per hour that takes at least ` +
        `${duration((found.fresh / rate) * 3600)}.`
      : 'The project is paused, so there is no estimate of the time.';
  return confirm({
    title: `Add ${exact(found.fresh)} moves?`,
    text:
      'There may be fewer: lines can transpose. Every new position needs at least one task. ' +
      `${time}\n${exact(found.known)} moves are already known and skipped.`,
    ok: 'Add',
  });
}

/**
 * Adds line after line; answers with those that were refused, to be mended.
 * @param {string} project
 */
async function send(project, lines, progress) {
  const undo = [];
  const refused = [];
  for (const [i, { moves, row }] of lines.entries()) {
    if (i % 20 === 0) progress(i);
    try {
      const done = await post(at(project, 'node', 'root', 'actions'), { do: 'line', moves });
      // The last line is undone first: lines may share their first moves.
      undo.unshift(...done.undo);
    } catch (error) {
      refused.push({ moves, row, error });
    }
  }
  for (const part of [[], ['queue'], ['stats']]) refresh(at(project, ...part));
  const count = lines.length - refused.length;
  if (count > 0) {
    const back = undo.length > 0 ? () => takeBack(project, undo) : undefined;
    toast(`Added ${count} ${count === 1 ? 'line' : 'lines'}.`, { undo: back });
  }
  if (refused.length > 0)
    fail({
      message: `Row ${refused[0].row}: ${refused[0].error.message}`,
      hint: `${refused.length} of ${lines.length} lines were refused; they are still in the box.`,
    });
  return refused.map((line) => line.moves.join(' ')).join('\n');
}

/** @param {string} project */
async function takeBack(project, actions) {
  for (const action of actions) await post(at(project, 'node', 'root', 'actions'), action);
  refresh(at(project, 'queue'));
}
