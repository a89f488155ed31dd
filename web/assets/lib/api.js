// Questions to the server. What it refuses is thrown as { code, message, hint, status }.
import { shaped } from '/lib/shape.js';

/** What the server refused, or why it could not be asked. */
export class Refused extends Error {
  constructor({ code, message, hint = '', status = 0 }) {
    super(message);
    Object.assign(this, { code, hint, status });
  }
}

/** Asks: `await get('/api/projects')`. `signal` stops it. */
export function get(path, { signal } = {}) {
  return ask(path, { signal });
}

/** Tells: `await post('/api/p/x/run', { state: 'running' })`. */
export function post(path, body = {}, { signal } = {}) {
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
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
    if (error.name === 'AbortError') throw error;
    throw new Refused({
      code: 'unreachable',
      message: 'The server does not answer.',
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
    throw new Refused({ code: 'garbled', message: 'The answer cannot be read.', status: answer.status });
  }
}

function explained(status) {
  if (status === 401 || status === 403) {
    return {
      code: 'forbidden',
      message: 'This browser is not known to the server.',
      hint: 'Open the address that `gametree serve` printed, with its token.',
    };
  }
  return { code: 'failed', message: `The server answered with status ${status}.`, hint: '' };
}

/** The address of a project's part: `at('my game', 'node', 5)` is `/api/p/my%20game/node/5`. */
export function at(project, ...parts) {
  return ['/api/p', encodeURIComponent(project), ...parts].join('/');
}
