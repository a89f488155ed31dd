// Where things are: the program, the browser, and where pictures go.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const target = path.resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');

/** The files of the pages. */
export const ASSETS = path.join(root, 'web/assets');

/** The classroom as WebAssembly, where `cargo xtask wasm` has built it. */
export const MODULE = path.join(root, 'web/built/classroom.wasm');

/** Whether it was built. */
export const moduleIsBuilt = () => existsSync(MODULE);

/** The trees and games that come with the program. */
export const EXAMPLES = path.join(root, 'examples');

/** The program under test. */
export const PROGRAM = process.env.GAMETREE_BIN ?? path.join(target, 'debug/gametree');

/** The browser. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Where pictures go to be looked at. */
export const LOOKED_AT = folder(path.join(target, 'screens'));

/**
 * Where the pictures of the README go; only when they are asked for, so that tests leave the tree
 * clean.
 */
export const KEPT =
  process.env.GAMETREE_SHOTS === '1' ? folder(path.join(root, 'docs/screens')) : null;

function folder(at) {
  mkdirSync(at, { recursive: true });
  return at;
}

/** Throws where a file is missing; `name` is the variable that may name another. */
export function mustExist(what, at, name) {
  if (!existsSync(at)) throw new Error(`There is no ${what} at ${at}; ${name} may name another.`);
}
