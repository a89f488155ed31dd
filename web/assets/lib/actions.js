// What the user wants of a position: sent to the server, told in a note, undone from there.
import { at, post } from '/lib/api.js';
import { refresh } from '/lib/socket.js';
import { fail, toast } from '/lib/toast.js';
import { form } from '/lib/dialog.js';
import { askRule } from '/lib/watch-rule.js';

/** What a note says of an action; where nothing stands here it says what the server says. */
const WORDS = {
  exclude: ({ move }) => `${move} excluded.`,
  include: ({ move }) => `${move} included.`,
  watch: () => 'Watching this position.',
  unwatch: () => 'No longer watching.',
  unpark: () => 'Queued again.',
  cancel: () => 'Task cancelled.',
  note: ({ text }) => (text.trim() ? 'Note saved.' : 'Note removed.'),
  add: ({ move }) => `Added ${move}.`,
  line: () => 'Added the line.',
  boost: ({ percent }) =>
    percent > 0 ? `${percent} % of the engine time now goes here.` : 'Boost removed.',
};

/**
 * Does an action at a position and offers to undo it. The note says `words`, or what the action
 * usually says, after the `name` of the position; `quiet` shows none. `back` is called after an undo.
 * Answers with what the server did, or null.
 * @param {string} project
 * @param {number} node
 * @param {Action} action
 * @param {{ words?: string, name?: string, back?: () => void, quiet?: boolean }} [options]
 */
export async function act(project, node, action, { words, name, back, quiet = false } = {}) {
  try {
    const done = await post(at(project, 'node', node, 'actions'), action);
    refreshAround(project, node);
    if (quiet) return done;
    const undoable = done.undo.length > 0 && { undo: () => undo(project, node, done.undo, back) };
    const usual = WORDS[action.do]?.(action);
    toast(words ?? sentence(usual ?? `${done.words}.`, name), {
      ...(undoable || { seconds: 4 }),
    });
    return done;
  } catch (error) {
    fail(error);
    return null;
  }
}

const sentence = (words, name) =>
  name ? `${name}: ${words}` : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/**
 * @param {string} project
 * @param {number} node
 * @param {Action[]} actions
 * @param {() => void} [back]
 */
async function undo(project, node, actions, back) {
  for (const action of actions) await post(at(project, 'node', node, 'actions'), action);
  refreshAround(project, node);
  back?.();
}

/** Asks again for what an action at a position may have changed. */
function refreshAround(project, node) {
  for (const one of [node, 'root']) {
    refresh(at(project, 'node', one));
    refresh(at(project, 'node', one, 'moves'));
  }
  for (const part of ['queue', 'stats', 'changes?since=seen']) refresh(at(project, part));
  refresh(at(project));
}

/**
 * Asks how much of the engine time goes to a position, and sends it.
 * @param {string} project
 * @param {number} node
 * @param {string} name
 * @param {number} [now]
 */
export async function boost(project, node, name, now = 0) {
  const asked = await form({
    title: `Boost ${name}`,
    text:
      'This share of the engine time goes to the position, whatever its penalty. ' +
      '100: nothing else is analysed. 0 ends it.',
    fields: [
      {
        name: 'percent',
        label: 'Percent of the engine time',
        type: 'number',
        min: 0,
        max: 100,
        step: 1,
        value: now || 25,
        required: true,
      },
    ],
    ok: 'Boost',
  });
  if (asked) await act(project, node, { do: 'boost', percent: asked.percent }, { name });
}

/**
 * Asks for a rule and watches a position; `game` is its project or node.
 * @param {string} project
 * @param {number} node
 * @param {Project | NodeView | null} game
 * @param {string} [name]
 */
export async function watch(project, node, game, name) {
  const rule = await askRule(game, name && `Watch ${name}`);
  if (rule) await act(project, node, { do: 'watch', ...rule }, { name });
}
