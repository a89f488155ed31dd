// What the user wants of a position: done at once, told in a note, undone from there.
import { at, post } from '/lib/api.js';
import { refresh } from '/lib/socket.js';
import { fail, toast } from '/lib/toast.js';
import { form } from '/lib/dialog.js';

/**
 * Does an action at a position; `name` says at which one in the note. Answers with what the server
 * did, or null.
 */
export async function act(project, node, action, { name = '', quiet = false } = {}) {
  try {
    const done = await post(at(project, 'node', node, 'actions'), action);
    freshen(project, node);
    const words = `${name ? `${name}: ` : ''}${done.words}.`;
    if (!quiet)
      toast(words, {
        undo: done.undo.length > 0 ? () => undo(project, node, done.undo) : undefined,
      });
    return done;
  } catch (error) {
    fail(error);
    return null;
  }
}

async function undo(project, node, actions) {
  for (const action of actions) await post(at(project, 'node', node, 'actions'), action);
  freshen(project, node);
}

function freshen(project, node) {
  const of = [
    ['queue'],
    ['stats'],
    ['changes?since=seen'],
    ['node', node],
    ['node', node, 'moves'],
    [],
  ];
  for (const parts of of) refresh(at(project, ...parts));
}

/** Asks how many of a hundred questions go below a position. */
export async function boost(project, node, name, now = 0) {
  const answer = await form({
    title: `Boost ${name}`,
    text: 'So many of a hundred questions go to what lies below this position, whatever its penalty. 100 is a focus: nothing else is looked at. 0 ends it.',
    fields: [
      {
        name: 'percent',
        label: 'Of a hundred questions',
        type: 'number',
        min: 0,
        max: 100,
        step: 1,
        value: now || 25,
        required: true,
      },
    ],
    ok: 'Boost',
    send: ({ percent }) => post(at(project, 'node', node, 'actions'), { do: 'boost', percent }),
  });
  if (!answer) return;
  freshen(project, node);
  toast(`${name}: ${answer.words}.`, { undo: () => undo(project, node, answer.undo) });
}

const RULES = [
  ['moves', 'its value moves by'],
  ['best', 'its best move changes'],
  ['above', 'its value rises to'],
  ['below', 'its value falls to'],
];

/**
 * Asks for a rule and watches a position. Points are hundredths in chess; `unit` is what 1 means to
 * people.
 */
export async function watch(project, node, name, unit = 100) {
  const answer = await form({
    title: `Watch ${name}`,
    text: 'You are told when it happens: under “What changed” and in the list of projects.',
    fields: [
      { name: 'rule', label: 'Tell me when', type: 'select', options: RULES, value: 'moves' },
      {
        name: 'value',
        label: 'By or to',
        type: 'number',
        step: 'any',
        value: unit === 100 ? 0.15 : 15,
        hint:
          unit === 100
            ? 'In pawns, as White sees it. Not needed for the best move.'
            : 'In points, as the first player sees it.',
      },
    ],
    ok: 'Watch',
    send: ({ rule, value }) => post(at(project, 'node', node, 'actions'), wish(rule, value, unit)),
  });
  if (!answer) return;
  freshen(project, node);
  toast(`${name}: ${answer.words}.`, { undo: () => undo(project, node, answer.undo) });
}

function wish(rule, value, unit) {
  if (rule === 'best') return { do: 'watch', rule };
  if (value === null || Number.isNaN(value)) throw new Error('By how much, or to what value?');
  return { do: 'watch', rule, points: Math.round(value * unit) };
}

/** What 1 means to people in the points of a game: pawns in chess. */
export function unitOf(game) {
  return game === 'chess' ? 100 : 1;
}
