// The pictures of the README, made from the pages as they are.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { openBrowser, openPage, visit } from './lib/browser.mjs';
import { KEPT, LOOKED_AT } from './lib/places.mjs';
import { grown, played } from './lib/seed.mjs';
import { Server } from './lib/server.mjs';

const SIZE = [1366, 860];
const LARGEST = 400_000; // bytes: pictures live in the repository

let server;
let browser;
let at;
const pages = {};

before(async () => {
  [server, browser] = await Promise.all([Server.start(), openBrowser()]);
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
  const of = (page) => `/p/${encodeURIComponent(project.id)}/${page}`;
  Object.assign(pages, {
    home: '/',
    analyse: of('analyse/root'),
    map: of('map/root'),
    learn: '/learn/aima?step=12',
    lab: `/lab/${run.id}`,
  });
  at = await openPage(browser, server, { width: SIZE[0], height: SIZE[1] });
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

for (const name of ['home', 'analyse', 'map', 'learn', 'lab']) {
  it(name, async () => {
    await visit(at.page, server.origin + pages[name]);
    const file = path.join(LOOKED_AT, `${name}.png`);
    await at.page.screenshot({ path: file });
    const picture = await readFile(file);
    assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], SIZE);
    assert.ok(picture.length < LARGEST, `${picture.length} bytes`);
    assert.deepEqual(at.watch.take(), []);
    if (KEPT) await copyFile(file, path.join(KEPT, `${name}.png`));
  });
}
