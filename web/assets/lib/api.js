// Questions to the server. What it refuses is thrown as { code, message, hint, status }.
import { Refused } from '/lib/refused.js';
import { shaped } from '/lib/shape.js';

/**
 * Asks: `await get('/api/projects')`. `signal` stops it.
 * @template {string} P
 * @param {P} path
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<GetAnswer<P>>}
 */
export function get(path, { signal } = {}) {
  return ask(path, { signal });
}

/**
 * Tells: `await post('/api/p/x/run', { state: 'running' })`.
 * @template {string} P
 * @param {P} path
 * @param {PostBody<P>} [body]
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<PostAnswer<P>>}
 */
export function post(path, body, { signal } = {}) {
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
    signal,
  });
}

/**
 * Deletes: `await remove('/api/runs/m-0001')`.
 * @param {string} path
 */
export function remove(path) {
  return ask(path, { method: 'DELETE', headers: { 'content-type': 'application/json' } });
}

async function ask(path, options) {
  const answer = await reach(path, options);
  const body = await read(answer);
  if (answer.ok) return shaped(body);
  throw new Refused({ ...explained(answer.status), ...body, status: answer.status });
}

async function reach(path, options) {
  try {
    return await fetch(path, { credentials: 'same-origin', ...options });
  } catch (error) {
    if (/** @type {Error} */ (error).name === 'AbortError') throw error;
    throw new Refused({
      code: 'unreachable',
      message: 'No connection to the server.',
      hint: 'Is `gametree serve` still running?',
    });
  }
}

async function read(answer) {
  const text = await answer.text();
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    if (!answer.ok) return null;
    throw new Refused({
      code: 'garbled',
      message: 'The response cannot be read.',
      hint: '',
      status: answer.status,
    });
  }
}

function explained(status) {
  if (status === 401 || status === 403) {
    return {
      code: 'forbidden',
      message: 'The server does not know this browser.',
      hint: 'Open the address that `gametree serve` printed, with its token.',
    };
  }
  return { code: 'failed', message: `The server responded with status ${status}.`, hint: '' };
}

/**
 * The address of a project's part: `at('my game', 'node', 5)` is `/api/p/my%20game/node/5`.
 * @template {(string | number)[]} Parts
 * @param {string} project
 * @param {Parts} parts
 * @returns {ProjectAddress<Parts>}
 */
export function at(project, ...parts) {
  const path = ['/api/p', encodeURIComponent(project), ...parts].join('/');
  return /** @type {ProjectAddress<Parts>} */ (path);
}
