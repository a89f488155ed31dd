// JSON merge patches (RFC 7396). Nothing is changed in place; what did not change stays the same
// object.

/** `target` with `patch` applied. */
export function merge(target, patch) {
  if (!isObject(patch)) return patch;
  const before = isObject(target) ? target : {};
  let after = before;
  for (const [key, value] of Object.entries(patch)) after = step(after, before, key, value);
  return after === before && before !== target ? { ...before } : after;
}

function step(after, before, key, value) {
  const had = Object.hasOwn(before, key);
  if (value === null) return had ? without(copied(after, before), key) : after;
  const next = merge(had ? before[key] : undefined, value);
  if (had && next === before[key]) return after;
  const copy = copied(after, before);
  Object.defineProperty(copy, key, {
    value: next,
    enumerable: true,
    writable: true,
    configurable: true,
  });
  return copy;
}

function copied(after, before) {
  return after === before ? { ...before } : after;
}

function without(object, key) {
  delete object[key];
  return object;
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
