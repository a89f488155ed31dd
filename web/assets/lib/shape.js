// Answers as pages use them. The server writes a value as plain fields, for scripts too: value, value_text,
// value_win. Pages hand it about as one thing: { number, text, win }.

/** What was shaped before: what did not change stays the same object. */
const known = new WeakMap();

/** An answer of the server as pages use it; null and plain values stay as they are. */
export function shaped(answer) {
  if (typeof answer !== 'object' || answer === null) return answer;
  let found = known.get(answer);
  if (!found) {
    found = Array.isArray(answer) ? answer.map(shaped) : object(answer);
    known.set(answer, found);
    known.set(found, found);
  }
  return found;
}

function object(answer) {
  const made = {};
  for (const [key, value] of Object.entries(answer)) {
    if (isPart(answer, key)) continue;
    made[key] = isValue(answer, key) ? worth(answer, key) : shaped(value);
  }
  if ('uci' in made) made.wire = made.uci;
  return SHAPES[made.schema]?.(made) ?? made;
}

function isValue(answer, key) {
  return `${key}_text` in answer && `${key}_win` in answer;
}

/** Whether a field says more of a value that stands beside it. */
function isPart(answer, key) {
  const of = /^(.+)_(text|win)$/.exec(key)?.[1];
  return of !== undefined && isValue(answer, of);
}

function worth(answer, key) {
  const number = answer[key];
  return number === null
    ? null
    : { number, text: answer[`${key}_text`], win: answer[`${key}_win`] };
}

const SHAPES = {
  'gametree.atlas.moves/1': (view) => ({
    ...view,
    order: view.moves.map((row) => row.uci),
    rows: Object.fromEntries(view.moves.map((row) => [row.uci, row])),
  }),
  'gametree.atlas.history/1': (view) => ({
    ...view,
    points: view.points.map((point) => ({
      ...point,
      moves: point.moves.map((row) => [row.move, row.value]),
    })),
  }),
};
