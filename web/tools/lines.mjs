// No line of ours is longer than 120 columns: prettier cannot break texts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const LONGEST = 120;
const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const ours = ['assets', 'e2e', 'tools']
  .flatMap((folder) =>
    readdirSync(path.join(web, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(folder, name),
    ),
  )
  .filter((name) => /\.(m?js|css|ts)$/.test(name) && !name.includes('vendor/'));

const long = ours.flatMap((name) =>
  readFileSync(path.join(web, name), 'utf8')
    .split('\n')
    .flatMap((line, at) => ([...line].length > LONGEST ? [`${name}:${at + 1}`] : [])),
);
if (long.length > 0) {
  console.error(`Longer than ${LONGEST} columns: ${long.join(', ')}`);
  process.exitCode = 1;
}
