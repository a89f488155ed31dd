// A project from the first look to the next day: made by hand, run, steered, kept over a restart of the server.
import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { openBrowser, openPage, settled, visit } from './lib/browser.mjs';
import { grown } from './lib/seed.mjs';
import { Server } from './lib/server.mjs';
import { until } from './lib/wait.mjs';

const FEN = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';

let server;
let browser;
let at;

before(async () => {
  [server, browser] = await Promise.all([Server.start(), openBrowser()]);
  at = await openPage(browser, server);
});

afterEach(() => assert.deepEqual(at.watch.take(), []));

after(async () => {
  await browser?.close();
  await server?.stop();
});

it('a position becomes a project, an engine runs, a best move appears, and all is kept over a restart', async () => {
  const { page, watch } = at;
  await page.getByLabel('Position or game to analyse').fill(FEN);
  await page.getByText('Looks like a FEN').waitFor();
  await page.getByText('Name and engine').click();
  await page.getByLabel('Name', { exact: true }).fill('Three knights');
  await page.locator('select[name=engine]').selectOption('builtin');
  await page.getByLabel('How many').fill('1');
  await page.getByRole('button', { name: 'Analyse this' }).click();
  await page.waitForURL(/\/p\/[^/]+\/analyse\//);
  const best = bestOn(page);
  await best.waitFor({ timeout: 60_000 });
  const id = decodeURIComponent(new URL(page.url()).pathname.split('/')[2]);
  assert.match(id, /three.?knights/i);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: '▶ Run' }).waitFor();
  const [was, move] = [await project(id), named(await best.textContent())];
  assert.ok(was.positions > 1 && was.evaluations > 0, `${was.positions} positions`);
  assert.equal(move, was.best);
  await watch.forgive(/WebSocket|ERR_CONNECTION|Failed to load resource/, async () => {
    await server.interrupt();
    await page.getByText('Connection lost').waitFor();
    await server.begin(server.port);
    await settled(page);
  });
  await page.getByText('Connection lost').waitFor({ state: 'detached' });
  await visit(page, `${server.origin}/`);
  const row = page.locator('[data-row]', { hasText: id });
  await row.getByRole('link', { name: id }).first().click();
  await best.waitFor();
  const is = await project(id);
  assert.deepEqual(
    [is.positions, is.evaluations, is.best, is.value, is.root, is.position],
    [was.positions, was.evaluations, was.best, was.value, was.root, was.position],
  );
  assert.equal(named(await best.textContent()), move);
});

it('a move is excluded by its menu and comes back by Undo', async () => {
  const { page } = at;
  const { id, root } = await grown(server, { name: 'Steered', positions: 12 });
  await visit(page, `${server.origin}/p/${encodeURIComponent(id)}/analyse/root`);
  const first = page.locator('.move-row').first();
  const menu = first.getByRole('button', { name: /^Actions for/ });
  const move = (await menu.getAttribute('aria-label')).replace('Actions for ', '');
  const before = await moves(id, root);
  await menu.click();
  await page.getByRole('menuitem', { name: /^Exclude/ }).click();
  const row = page.locator('.move-row', { has: page.getByRole('button', { name: `Actions for ${move}`, exact: true }) });
  await until('the row says so', async () => (await row.getAttribute('class')).includes('is-excluded'));
  assert.equal(state(await moves(id, root), move), 'excluded');
  const toast = page.locator('.toast', { has: page.getByRole('button', { name: 'Undo' }) });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  await until('the row says so', async () => !(await row.getAttribute('class')).includes('is-excluded'));
  const after_ = await moves(id, root);
  assert.equal(state(after_, move), state(before, move));
  const order = (view) => view.moves.map(({ uci }) => uci);
  assert.deepEqual(order(after_), order(before));
});

/** Where the page names the best move: beside the value, or among those that are not in the graph yet. */
const bestOn = (page) => page.locator('.worth > span, .rest', { hasText: /^best|\(best / }).first();
const named = (text) => /best (\S+)/.exec(text)[1];
const project = (id) => server.ask(`/api/p/${encodeURIComponent(id)}`);
const moves = (id, node) => server.ask(`/api/p/${encodeURIComponent(id)}/node/${node}/moves`);
const state = (view, move) => view.moves.find((row) => row.move === move).state;
