// Questions of a page that has no server, in place of lib/api.js: the classroom's WebAssembly module
// answers those of the Learn page.
import { ask } from '/lib/module.js';
import { shaped } from '/lib/shape.js';

/** @param {string} path */
export async function get(path) {
  return shaped(await ask(path, ''));
}

/**
 * @param {string} path
 * @param {object} [body]
 */
export async function post(path, body) {
  return shaped(await ask(path, JSON.stringify(body ?? {})));
}
