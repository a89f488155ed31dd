// What the page Analyse looks at: the position of the address with its moves, kept until the next
// one is there.
import { signal, useEffect, useRef, useState } from '/lib/preact.js';
import { connection, useTopic } from '/lib/socket.js';
import { topicOf, take } from '/lib/topics.js';
import { act } from '/lib/actions.js';
import { at, get } from '/lib/api.js';
import { go, link } from '/lib/router.js';
import { toast } from '/lib/toast.js';

const REST = 160; // milliseconds on a position before the larger answers are asked for
const cameFrom = new Map();
const chosen = signal(0); // counts up when another way is chosen

/**
 * The study of an address: { id, node, moves, project, error, fresh, path, … }; what is old stays
 * until the new is there.
 * @param {Route} route
 */
export function useStudy(route) {
  const id = route.project;
  const wanted = route.node ?? 'root';
  const node = useTopic(at(id, 'node', wanted));
  const moves = useTopic(at(id, 'node', wanted, 'moves'));
  const project = useTopic(at(id));
  const kept = useRef(
    /** @type {{ node: NodeView | null, moves: Moves | null }} */ ({ node: null, moves: null }),
  );
  const both = node.data && (moves.data || moves.error);
  if (both || (node.data && !kept.current.node))
    kept.current = { node: node.data, moves: moves.data };
  const shown = kept.current;
  const error = node.error ?? moves.error ?? null;
  return {
    id,
    wanted,
    error,
    project: project.data,
    projectError: project.error,
    node: shown.node,
    moves: shown.moves?.node === shown.node?.node ? shown.moves : null,
    waiting: !both && !error,
    stale: node.stale && Boolean(node.data),
    path: shown.node && chosen.value >= 0 ? walked(id, shown.node) : [],
    writable: Boolean(project.data?.writable),
  };
}

/**
 * A topic whose last answer stays until the next one is there: nothing blinks while one walks.
 * `old` says so.
 */
export function useKept(path) {
  const topic = useTopic(path);
  const kept = useRef(null);
  if (topic.data || topic.error || !path) kept.current = topic.data;
  return { ...topic, data: topic.data ?? kept.current, old: !topic.data && kept.current !== null };
}

/**
 * A value when it has rested for a moment: who walks fast does not ask for everything on the way.
 */
export function useRested(value) {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/**
 * Asks ahead for the best move's position, so that it is there at once when it is gone to.
 * @param {{ id: string, moves: Moves | null }} of
 */
export function useAhead({ id, moves }) {
  const next = moves?.order.map((wire) => moves.rows[wire]).find((row) => row.best)?.node;
  const rested = useRested(next);
  useEffect(() => {
    if (rested === undefined) return;
    for (const path of [at(id, 'node', rested), at(id, 'node', rested, 'moves')]) {
      const topic = topicOf(path);
      const empty = () => topic.state.peek().data === null && topic.holders === 0;
      if (empty())
        get(path).then(
          (data) => empty() && take(topic, data),
          () => {},
        );
    }
  }, [id, rested]);
}

/** The way that was walked, where it is one of those that lead here; the first way else. */
function walked(id, node) {
  const from = cameFrom.get(`${id}/${node.node}`);
  const ways = [node.path, ...node.other_paths];
  return ways.find((way) => way.at(-2)?.node === from) ?? node.path;
}

/**
 * Goes to a position; `from` says from where a move led to it.
 * @param {string} id
 * @param {any} node
 * @param {{ from?: any, replace?: boolean }} [options]
 */
export function visit(id, node, { from, replace } = {}) {
  const away = ['lost', 'stranger'].includes(connection.peek().state);
  if (away && topicOf(at(id, 'node', node)).state.peek().data === null)
    return toast('No connection to the server: this position is not loaded.', { seconds: 4 });
  if (from !== undefined && from !== node) cameFrom.set(`${id}/${node}`, from);
  return go(link.analyse(id, node), { replace });
}

/** Takes another way to the position that is shown: `from` is the position before it. */
export function takeWay(id, node, from) {
  cameFrom.set(`${id}/${node}`, from);
  chosen.value += 1;
}

const READ_ONLY = 'This project is read-only here.';

/**
 * Plays a legal move: goes there, or puts it into the graph first. `refuse` puts the board back
 * where it does not work.
 * @param {Study} study
 */
export async function play(study, move, refuse = () => {}) {
  const { id, node, writable } = study;
  if (move.node !== null) return visit(id, move.node, { from: node.node });
  if (!writable) {
    refuse();
    return toast(`${move.move} is not in the graph. ${READ_ONLY}`, { seconds: 6 });
  }
  const home = node.node;
  const done = await act(
    id,
    home,
    { do: 'add', move: move.wire },
    {
      words: `Added ${move.move}.`,
      back: () => visit(id, home),
    },
  );
  if (done) visit(id, done.node, { from: home });
  else refuse();
  return undefined;
}

const plain = (text) =>
  text
    .trim()
    .replace(/^\d+\s*(\.{1,3}|…)\s*/, '')
    .replace(/[+#!?\s]+$/g, '')
    .replace(/0/g, 'O')
    .toLowerCase();
const bare = (text) => plain(text).replace(/[x=:-]/g, '');

/**
 * The legal move that a text names, as people or engines write it; null where there is none or more
 * than one.
 * @param {LegalMove[]} legal
 */
export function named(legal, text) {
  const digits = text.trim().toLowerCase();
  const exact = legal.find(
    ({ move, wire }) => wire.toLowerCase() === digits || move === text.trim(),
  );
  if (exact) return exact;
  for (const form of [plain, bare]) {
    const found = legal.filter(({ move }) => form(move) === form(text));
    const cased = found.filter(({ move }) => move.charAt(0) === text.trim().charAt(0));
    if (found.length === 1) return found[0];
    if (cased.length === 1) return cased[0];
  }
  return null;
}

/**
 * The neighbour of a position among the moves that it could have been: 1 is the next worse, −1 the
 * next better.
 */
export async function sibling({ id, path, node }, step) {
  const parent = path.at(-2)?.node;
  if (parent === undefined) return toast('The root position has no siblings.', { seconds: 3 });
  const { order, rows } = await get(at(id, 'node', parent, 'moves'));
  const to = rows[order[order.findIndex((wire) => rows[wire].node === node.node) + step]];
  if (to) return visit(id, to.node, { from: parent });
  return toast(step > 0 ? 'There is no worse move.' : 'There is no better move.', { seconds: 2 });
}

/** Goes along a row of positions to the first with more than one move, or to the last. */
export async function fork(id, nodes) {
  for (const [i, node] of nodes.entries()) {
    const { order } = await get(at(id, 'node', node, 'moves'));
    if (order.length > 1 || i === nodes.length - 1) return visit(id, node);
  }
  return toast('No branching point in this direction.', { seconds: 3 });
}
