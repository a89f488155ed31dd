// The pictures of the README, made from the pages as they are.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { visit } from './lib/browser.mjs';
import { fixture, pageOf } from './lib/fixture.mjs';
import { KEPT, LOOKED_AT } from './lib/places.mjs';
import { grown, played } from './lib/seed.mjs';

const SIZE = [1366, 860];
const LARGEST = 400_000; // bytes: pictures live in the repository

const pages = {};

const at = fixture({ prepare, view: { width: SIZE[0], height: SIZE[1] } });

async function prepare({ server }) {
  const positions = KEPT ? 300 : 30;
  const project = await grown(server, {
    name: 'Ruy Lopez',
    position: 'e4 e5 Nf3 Nc6 Bb5',
    positions,
    nodes: KEPT ? 5000 : 2000,
  });
  await grown(server, {
    name: 'Four in a row',
    game: 'connect4',
    position: 'startpos',
    positions: 30,
  });
  if (KEPT)
    await grown(server, {
      name: 'Najdorf',
      position: 'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6',
      positions: 120,
      nodes: 5000,
    });
  await played(server, { a: 'alphabeta', b: 'random', games: 40 });
  const run = await played(server, {
    a: 'mcts',
    b: 'random',
    sprt: '0,50',
    games: KEPT ? 400 : 100,
  });
  Object.assign(pages, {
    home: '/',
    analyse: pageOf(project, 'analyse/root'),
    map: pageOf(project, 'map/root'),
    learn: '/learn/aima?step=12',
    lab: `/lab/${run.id}`,
  });
}

for (const name of ['home', 'analyse', 'map', 'learn', 'lab']) {
  it(name, async () => {
    await visit(at.page, at.server.origin + pages[name]);
    const file = path.join(LOOKED_AT, `${name}.png`);
    await at.page.screenshot({ path: file });
    const picture = await readFile(file);
    assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], SIZE);
    assert.ok(picture.length < LARGEST, `${picture.length} bytes`);
    if (KEPT) await copyFile(file, path.join(KEPT, `${name}.png`));
  });
}
