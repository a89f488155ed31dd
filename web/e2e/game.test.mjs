// A player's game: pasted, it is there in full; it goes out as PGN, goes on, and has a curve.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { settled, visit } from './lib/browser.mjs';
import { fixture, pageOf } from './lib/fixture.mjs';
import { until } from './lib/wait.mjs';

const GAME = new URL('../../app/tests/cli/annotated-game.pgn', import.meta.url);
const MATE = `[White "Legal"]
[Black "Saint Brie"]

1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0
`;

const at = fixture();

/** Pastes a text on the first page; the engine waits. Gives the project's name. */
async function paste(text) {
  const { page, server } = at;
  await visit(page, `${server.origin}/`);
  await page.getByLabel('Position or game to analyse').fill(text);
  await page.getByText('Looks like a PGN').waitFor();
  await page.getByText('Name and engine').click();
  await page.locator('select[name=engine]').selectOption('builtin');
  await page.getByLabel('Engine processes').fill('1');
  await page.getByLabel('Start immediately').uncheck();
  await page.getByRole('button', { name: 'Analyse this' }).click();
  await page.waitForURL(/\/p\/[^/]+\/analyse\//);
  await settled(page);
  return decodeURIComponent(new URL(page.url()).pathname.split('/')[2]);
}

async function downloaded(name) {
  const { page } = at;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.pgn$/);
  return await download.path();
}

/** What python-chess reads of a file: one line for every move, words of comments in any order. */
const READ = `
import sys, chess.pgn
game = chess.pgn.read_game(open(sys.argv[1], encoding='utf-8'))
assert not game.errors, game.errors
print(sorted(game.headers.items()))
stack = [game]
while stack:
  node = stack.pop()
  words = sorted(node.starting_comment.split()) + sorted(node.comment.split())
  print(node.move, words, sorted(node.nags), node.eval(), node.clock(), len(node.variations))
  stack.extend(reversed(node.variations))
`;

function read(file) {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', READ, file], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  });
  assert.equal(status, 0, stderr);
  return stdout.split('\n');
}

it('a pasted game is there in full, and python-chess reads the same from the export', async (t) => {
  const { page } = at;
  const id = await paste(await readFile(GAME, 'utf8'));
  assert.equal(id, 'Vermeer - de Jong 2025');
  assert.equal(await page.locator('.crumbs li').count(), 121);
  const moves = page.getByRole('list', { name: 'Moves of the game' });
  assert.equal(await moves.getByRole('listitem').count(), 121);
  assert.equal(await moves.locator('[aria-current]').count(), 1);
  await moves.getByRole('link', { name: /^3\.Nf3/ }).click();
  await settled(page);
  await until('the comment is a note', async () =>
    (await page.getByLabel('Note on this position').inputValue()).includes('prevents Nb5'),
  );
  const file = await downloaded('PGN');
  if (process.env.CI !== 'true' && spawnSync('python3', ['-c', 'import chess.pgn']).status !== 0)
    return t.skip('python-chess is not installed');
  assert.deepEqual(read(file), read(GAME.pathname));
});

it('a game that ends in mate is analysed before the mate, and nothing contradicts it', async () => {
  const { page } = at;
  const id = await paste(MATE);
  assert.equal(id, 'Legal - Saint Brie');
  assert.equal(await page.locator('.crumbs li').count(), 13);
  const text = await page.locator('#main').innerText();
  for (const wrong of ['Finished', 'Checkmate', 'nothing left'])
    assert.ok(!text.includes(wrong), `"${wrong}" in ${text}`);
  await page.getByRole('button', { name: '▶ Run' }).first().click();
  const best = page.locator('.move-row', { hasText: 'd5#' }).first();
  await best.waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: '▶ Run' }).first().waitFor();
});

it('every move of a game is analysed on request', async () => {
  const { page, server } = at;
  const id = await paste(MATE);
  const valued = async () => (await server.ask(`/api${pageOf({ id }, 'game')}`)).valued;
  assert.equal(await valued(), 1);
  await page.getByRole('button', { name: 'Analyse every move' }).click();
  await page.getByText('shared among the positions of the game').waitFor();
  await page.getByRole('button', { name: '▶ Run' }).first().click();
  await until('all positions have a value', async () => (await valued()) === 14);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: '▶ Run' }).first().waitFor();
  await page
    .locator('.chart-marks')
    .getByRole('button', { name: /5\.\.\.♗?B?xd1/ })
    .waitFor();
});

it('a game goes on by a move of the table, and Undo takes it back', async () => {
  const { page, server } = at;
  const id = await paste('[White "A"]\n[Black "B"]\n\n1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 *\n');
  const played = async () => (await server.ask(`/api${pageOf({ id }, 'game')}`)).rows.length - 1;
  assert.equal(await played(), 3);
  await page.getByRole('button', { name: '▶ Run' }).first().click();
  const menu = page
    .locator('.move-row')
    .first()
    .getByRole('button', { name: /^Actions for/ });
  await menu.waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: '▶ Run' }).first().waitFor();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Play this move in the game' }).click();
  await until('the move is played', async () => (await played()) === 4);
  await until('the page goes along', async () => (await page.locator('.crumbs li').count()) === 5);
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await until('the move is taken back', async () => (await played()) === 3);
});

it('the curve of a game leads to its turning points', async () => {
  const { page } = at;
  const pgn = `[White "C"]\n[Black "D"]\n
1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.3]} f6 {[%eval 2.5]} 3. Nxe5 {[%eval 0.4]} *\n`;
  await paste(pgn);
  await page.getByRole('img', { name: /Win chance over the game/ }).waitFor();
  const turn = page.locator('.chart-marks').getByRole('button', { name: /f6/ });
  await turn.click();
  await until('the page is there', async () => (await page.locator('.crumbs li').count()) === 5);
});
