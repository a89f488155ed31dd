// A film of a search, as the server sends it, and the picture at each of its steps. Nothing here
// draws.

const SNAPSHOT = 400;

/** Plays a film: `at(step)` gives the looks of all nodes after that step. */
export class Player {
  constructor(trace) {
    this.film = trace.film;
    this.events = trace.events;
    this.children = this.film.nodes.map(() => []);
    this.film.nodes.forEach(
      (node, id) => node.parent !== null && this.children[node.parent].push(id),
    );
    this.visits = visits(this.film.steps);
    this.passes = this.film.steps.filter(({ reset }) => reset).length + 1;
    this.kept = [];
    this.step = -1;
    this.rewind(0);
  }

  /** The looks after a step; the array is the player's own and changes with the next call. */
  at(step) {
    if (step < this.step) this.rewind(Math.floor((step + 1) / SNAPSHOT));
    while (this.step < step) this.advance();
    return this.looks;
  }

  rewind(number) {
    const kept = this.kept[number];
    this.step = number * SNAPSHOT - 1;
    this.looks = kept ? kept.map((look) => ({ ...look })) : this.film.nodes.map(unseen);
    if (!kept) this.step = -1;
  }

  advance() {
    this.step += 1;
    const step = this.film.steps[this.step];
    if (step.reset) this.looks.forEach(age);
    for (const [id, state, value, window, best, weight = ''] of step.changes) {
      this.looks[id] = { ...this.looks[id], state, value, window, best, weight };
    }
    if (this.events[this.step].repeats_ply !== undefined) this.looks[step.node].loop = true;
    if ((this.step + 1) % SNAPSHOT === 0) {
      this.kept[(this.step + 1) / SNAPSHOT] ??= this.looks.map((look) => ({ ...look }));
    }
  }

  /** The nodes from the root down to one. */
  path(id) {
    const all = [];
    for (let at = id; at !== null; at = this.film.nodes[at].parent) all.unshift(at);
    return all;
  }

  /** The deepest drawn node on the way to one: where a folded step is shown. */
  drawn(id) {
    let at = id;
    while (this.film.nodes[at].x === undefined) at = this.film.nodes[at].parent;
    return at;
  }
}

/** Leaves evaluated up to each step in all passes together; a film counts those of a pass. */
function visits(steps) {
  let [sum, before] = [0, 0];
  return steps.map(({ evaluated, reset }) => {
    if (reset) before = 0;
    sum += Math.max(0, evaluated - before);
    before = evaluated;
    return sum;
  });
}

function unseen() {
  return { state: 'unseen', value: '', window: '', best: null, weight: '', loop: false };
}

/** A new pass begins: what was seen becomes old. */
function age(look) {
  look.state = look.state === 'unseen' || look.state === 'cut' ? 'unseen' : 'old';
  look.window = '';
  look.best = null;
}

/** The nodes of the best line as it is known. */
export function bestLine(looks) {
  const line = new Set([0]);
  for (
    let at = looks[0].best;
    at !== null && at !== undefined && !line.has(at);
    at = looks[at].best
  )
    line.add(at);
  return line;
}

/** The state each node is drawn in: unseen ones below a cut are `under`. */
export function states(film, looks) {
  const all = [];
  film.nodes.forEach(({ parent }, id) => {
    const above = parent !== null && (all[parent] === 'under' || all[parent] === 'cut');
    all.push(above && looks[id].state === 'unseen' ? 'under' : looks[id].state);
  });
  return all;
}

const STATE_WORDS = {
  unseen: 'not visited yet',
  open: 'being searched',
  done: 'finished',
  leaf: 'evaluated',
  hit: 'known from the table',
  cut: 'cut off',
  under: 'cut off',
  old: 'from an earlier pass',
};

/** Whether a node is drawn as a leaf: an end, or a position that repeats one above it. */
export function isTip({ kind }) {
  return kind === 'tip' || kind === 'loop';
}

/** A node in words: `MIN at B, worth ≤ 2, being searched`. */
export function describe(film, id, look, state) {
  const node = film.nodes[id];
  const worth = look.value || node.tip;
  const who = isTip(node) ? `leaf ${node.name}` : `${node.mover} at ${node.name}`;
  const move = node.move && node.move !== node.name ? `move ${node.move}` : '';
  const luck = node.odds === undefined ? '' : `with probability ${Number(node.odds.toFixed(3))}`;
  const loop = look.loop ? 'already on the path' : '';
  return [who, move, luck, worth && `worth ${worth}`, loop, STATE_WORDS[state]]
    .filter(Boolean)
    .join(', ');
}

/** `9`, or `at least 9` where not all leaves were counted; nothing where they cannot be. */
export function total(film) {
  return film.total === null ? '' : `${film.exact ? '' : 'at least '}${film.total}`;
}

/** p of a search that takes means, as it says itself; null where it takes none. */
export function meansP({ note }) {
  const found = /Means with p = (-?[\d.]+)/.exec(note);
  return found ? Number(found[1]) : null;
}

/** The sign of a node's value in a search with weights: ṽ is a mean, v̂ the best of the children. */
export function valueSign(film) {
  return film.means ? 'ṽ' : 'v̂';
}
