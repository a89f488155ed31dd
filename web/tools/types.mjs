// Checks the types of the pages against the interface: asks the program for its OpenAPI document,
// makes types of it, and runs TypeScript. A field that is renamed in the server fails here.
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Server } from '../e2e/lib/server.mjs';
import { typesOf } from './openapi-types.mjs';

const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const server = await Server.start();
try {
  const document = await server.ask('/api/openapi.json');
  await mkdir(path.join(web, 'types'), { recursive: true });
  await writeFile(path.join(web, 'types/openapi.d.ts'), typesOf(document));
} finally {
  await server.stop();
}

const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', web], {
  cwd: web,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
