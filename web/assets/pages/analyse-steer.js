// Steering: what the user can want of a position, with the buttons for it.
import { html } from '/lib/preact.js';
import { at } from '/lib/api.js';
import { connection, refresh } from '/lib/socket.js';
import { act, watch as watchPosition } from '/lib/actions.js';
import { form } from '/lib/dialog.js';
import { toast } from '/lib/toast.js';
import { keyHint } from '/lib/keys.js';
import { link, go } from '/lib/router.js';
import { move as written, line } from '/lib/words.js';
import { visit } from './analyse-study.js';

const HALF = 50;

/**
 * Says why nothing can be changed; true where it can.
 * @param {{ writable: boolean, project: Project | null }} of
 */
function able({ writable, project }) {
  if (writable) return true;
  const why =
    connection.value.state !== 'live'
      ? 'No connection to the server'
      : project?.state === 'elsewhere'
        ? 'Another program is using this project'
        : 'Read-only server';
  toast(`${why}: nothing can be changed here.`, { seconds: 5 });
  return false;
}

/**
 * Half of the tasks go below a position; again for none.
 * @param {Study} study
 */
export function boost(study, node = study.node.node, now = study.node.boost) {
  if (!able(study)) return;
  const words = now > 0 ? 'Focus removed.' : 'Half of the engine time now goes to this position.';
  act(study.id, node, { do: 'boost', percent: now > 0 ? 0 : HALF }, { words });
}

/**
 * Every way to the position costs a ply more.
 * @param {Study} study
 */
export function damp(study) {
  if (!able(study)) return;
  const plies = study.node.damp + 1;
  act(
    study.id,
    study.node.node,
    { do: 'damp', plies },
    { words: `Priority lowered by ${plies} ${plies === 1 ? 'ply' : 'plies'}.` },
  );
}

/**
 * Excludes or includes a move of the table, or without one the move that led here.
 * @param {Study} study
 * @param {MoveRow} [row]
 */
export async function exclude(study, row) {
  if (!able(study)) return;
  if (row) {
    const back = row.state === 'excluded';
    act(
      study.id,
      study.node.node,
      { do: back ? 'include' : 'exclude', move: row.wire },
      { words: `${row.move} ${back ? 'included' : 'excluded'}.` },
    );
    return;
  }
  const [parent, here] = [study.path.at(-2), study.path.at(-1)];
  if (!parent) toast('The root position has no move to exclude.', { seconds: 3 });
  else if (await act(study.id, parent.node, { do: 'exclude', move: here?.move ?? '' }))
    visit(study.id, parent.node);
}

/**
 * Watches a position, or stops it where it is watched.
 * @param {Study} study
 * @param {{ node?: any, watched?: any }} [options]
 */
export async function watch(
  study,
  { node = study.node.node, watched = study.node.watches.length > 0 } = {},
) {
  if (!able(study)) return;
  if (watched) {
    act(study.id, node, { do: 'unwatch' });
    return;
  }
  await watchPosition(study.id, node, study.node);
}

/**
 * Puts the best of the moves that are not searched yet into the graph.
 * @param {Study} study
 */
export function expand(study) {
  const rest = study.moves?.rest;
  if (!able(study)) return;
  if (!rest?.move)
    toast(
      rest ? 'No engine has suggested another move yet.' : 'All legal moves are in the graph.',
      { seconds: 4 },
    );
  else
    act(
      study.id,
      study.node.node,
      { do: 'add', move: rest.move },
      { words: `Added ${rest.move}.` },
    );
}

/**
 * Tries a failed position again.
 * @param {Study} study
 */
export function unpark(study) {
  if (able(study)) act(study.id, study.node.node, { do: 'unpark' });
}

/** Copies a text and says so. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied.`, { seconds: 3 });
  } catch {
    toast(`The browser blocks copying. ${what}:`, { hint: text, seconds: 20 });
  }
}

/**
 * What can be done with a row of the moves table: [{ label, key, run }].
 * @param {Study} study
 * @param {MoveRow} row
 */
export function rowActions(study, row) {
  const { id, node, writable } = study;
  const text = `${row.number}${row.move} ${row.line.join(' ')}`.trim();
  return [
    {
      label: `Play ${written(row.move)}`,
      key: 'Enter',
      run: () => visit(id, row.node, { from: node.node }),
    },
    {
      label: 'Focus',
      key: keyHint('analyse.ask'),
      off: !writable,
      run: () => boost(study, row.node, 0),
    },
    {
      label: row.state === 'excluded' ? 'Include again' : 'Exclude',
      key: keyHint('analyse.exclude'),
      off: !writable,
      run: () => exclude(study, row),
    },
    {
      label: row.watched ? 'Stop watching' : 'Watch…',
      key: keyHint('analyse.watch'),
      off: !writable,
      run: () => watch(study, { node: row.node, watched: row.watched }),
    },
    {
      label: row.note ? 'Edit the note…' : 'Write a note…',
      key: keyHint('analyse.note'),
      off: !writable,
      run: () => noteOf(study, row),
    },
    ...(node.game === 'chess'
      ? [
          {
            label: 'Play this move in the game',
            off: !writable,
            run: () => playInGame(study, row),
          },
        ]
      : []),
    { label: 'Copy the line', run: () => copy(text, 'Line') },
    { label: 'Show in the map', run: () => go(link.map(id, row.node)) },
  ];
}

/**
 * The game goes on with a move; the engines and the page go along.
 * @param {Study} study
 * @param {MoveRow} row
 */
async function playInGame(study, row) {
  if (!able(study)) return;
  const words = `Played ${row.move}. All engine time goes to the new position.`;
  const back = () => visit(study.id, study.node.node);
  const done = await act(
    study.id,
    study.node.node,
    { do: 'play', move: row.wire },
    { words, back },
  );
  refresh(at(study.id, 'game'));
  if (done) visit(study.id, done.node, { from: study.node.node });
}

/**
 * Asks for the note of a row.
 * @param {Study} study
 * @param {MoveRow} row
 */
export async function noteOf(study, row) {
  if (!able(study)) return;
  const fields = [
    {
      name: 'text',
      label: `After ${row.number}${row.move}`,
      type: 'area',
      rows: 6,
      value: row.note,
    },
  ];
  const asked = await form({ title: 'Note', ok: 'Keep', fields });
  if (asked) act(study.id, row.node, { do: 'note', text: asked.text });
}

/**
 * The buttons for this position.
 * @param {{ study: Study, toNote: () => void }} props
 */
export function Steering({ study, toNote }) {
  const { node, writable, path } = study;
  const button = (id, label, hint, run, pressed) => html`<button
    type="button"
    class="button button--small"
    disabled=${!writable}
    aria-pressed=${pressed}
    title=${`${hint} (${keyHint(`analyse.${id}`)})`}
    onClick=${run}
  >
    ${label}
  </button>`;
  return html`<div class="steer" role="group" aria-label="Steer the analysis">
    ${button(
      'ask',
      node.boost ? '▲ Focused' : '▲ Focus',
      'Give half of the engine time to this position; again to stop',
      () => boost(study),
      node.boost > 0,
    )}
    ${button('deepen', '▼ Reduce', 'Lower this position’s priority', () => damp(study))}
    ${
      path.length > 1 &&
      button(
        'exclude',
        `⊘ Exclude ${written(path[path.length - 1].move)}`,
        'Exclude the move that led here',
        () => exclude(study),
      )
    }
    ${button(
      'watch',
      node.watches.length ? '◉ Watched' : '◉ Watch',
      'Notify me when something changes here',
      () => watch(study),
      node.watches.length > 0,
    )}
    ${button('note', '✎ Note', 'Write a note on this position', toNote)}
  </div>`;
}

/**
 * A line of plies as people write it.
 * @param {Ply[]} plies
 */
export function lineText(plies) {
  return line(plies, plies.length);
}
