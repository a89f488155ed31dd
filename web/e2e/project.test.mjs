// A project from the first look to the next day: made by hand, run, steered, kept over a restart of
// the server.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { settled, visit } from './lib/browser.mjs';
import { fixture, pageOf } from './lib/fixture.mjs';
import { grown } from './lib/seed.mjs';
import { until } from './lib/wait.mjs';

const FEN = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';

const at = fixture();

it('a position becomes a project, an engine finds a move, a restart loses nothing', async () => {
  const { page, server, watch } = at;
  await page.getByLabel('Position or game to analyse').fill(FEN);
  await page.getByText('Looks like a FEN').waitFor();
  await page.getByText('Name and engine').click();
  await page.getByLabel('Name', { exact: true }).fill('Three knights');
  await page.locator('select[name=engine]').selectOption('builtin');
  await page.getByLabel('Engine processes').fill('1');
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
  const { page, server } = at;
  const { id, root } = await grown(server, { name: 'Steered', positions: 12 });
  await visit(page, server.origin + pageOf({ id }, 'analyse/root'));
  const first = page.locator('.move-row').first();
  const menu = first.getByRole('button', { name: /^Actions for/ });
  const move = (await menu.getAttribute('aria-label')).replace('Actions for ', '');
  const before = await moves(id, root);
  await menu.click();
  await page.getByRole('menuitem', { name: /^Exclude/ }).click();
  const row = page.locator('.move-row', {
    has: page.getByRole('button', { name: `Actions for ${move}`, exact: true }),
  });
  await until('the row says so', async () =>
    (await row.getAttribute('class')).includes('is-excluded'),
  );
  // At once: a note stays for ten seconds only. The row said what the server says.
  const toast = page.locator('.toast', { has: page.getByRole('button', { name: 'Undo' }) });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await until(
    'the row says so',
    async () => !(await row.getAttribute('class')).includes('is-excluded'),
  );
  const after_ = await moves(id, root);
  assert.equal(state(after_, move), state(before, move));
  const order = (view) => view.moves.map(({ uci }) => uci);
  assert.deepEqual(order(after_), order(before));
});

it('a position is boosted and watched from the map; Queue and Stats end both', async () => {
  const { page, server } = at;
  const { id } = await grown(server, { name: 'Watched', positions: 12 });
  await visit(page, server.origin + pageOf({ id }, 'map/root'));
  await page.keyboard.press('ArrowDown');
  await page.waitForURL(/[?&]at=\d+/);
  const node = Number(new URL(page.url()).searchParams.get('at'));
  await settled(page);
  await page.getByRole('button', { name: 'Boost…' }).click();
  await page.getByLabel('Percent of the engine time').fill('40');
  await page.getByRole('dialog').getByRole('button', { name: 'Boost' }).click();
  await until('the boost', async () => (await boosts(id)).includes(`${node}: 40`));
  await page.getByRole('button', { name: 'Watch…' }).click();
  await page.getByLabel('the value rises to').check();
  await page.getByLabel('pawns (White’s view)').fill('1.5');
  await page.getByRole('dialog').getByRole('button', { name: 'Watch', exact: true }).click();
  await until('the watch', async () => (await watched(id)).includes(node));
  await visit(page, server.origin + pageOf({ id }, 'queue'));
  await page.getByRole('button', { name: /^End the boost of/ }).click();
  await until('no boost', async () => (await boosts(id)).length === 0);
  await visit(page, server.origin + pageOf({ id }, 'stats'));
  await page.getByRole('button', { name: /^Remove the watches of/ }).click();
  await until('no watch', async () => (await watched(id)).length === 0);
});

/**
 * Where the page names the best move: beside the value, or among those that are not in the graph
 * yet.
 */
const bestOn = (page) => page.locator('.worth > span, .rest', { hasText: /^best|, best / }).first();
const named = (text) => /best (\S+)/.exec(text)[1];
const project = (id) => at.server.ask(`/api/p/${encodeURIComponent(id)}`);
const moves = (id, node) => at.server.ask(`/api/p/${encodeURIComponent(id)}/node/${node}/moves`);
const state = (view, move) => view.moves.find((row) => row.move === move).state;
const boosts = async (id) =>
  (await part(id, 'queue')).boosts.map(({ node, percent }) => `${node}: ${percent}`);
const watched = async (id) =>
  (await part(id, 'changes?since=seen')).watches.map(({ node }) => node);
const part = (id, name) => at.server.ask(`/api/p/${encodeURIComponent(id)}/${name}`);
