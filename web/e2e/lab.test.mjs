// A match in the laboratory, from the dialog to its verdict.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { visit } from './lib/browser.mjs';
import { fixture } from './lib/fixture.mjs';

const at = fixture();

it('a match from the dialog reaches its verdict', async () => {
  const { page, server } = at;
  await visit(page, `${server.origin}/lab`);
  await page.getByRole('button', { name: '+ New match' }).click();
  const dialog = page.getByRole('dialog', { name: 'New run' });
  await dialog.getByLabel('Game', { exact: true }).selectOption('tictactoe');
  await dialog.getByLabel('A as text').fill('alphabeta');
  await dialog.getByLabel('B as text').fill('random');
  await dialog.getByLabel('Kind of limit').selectOption('nodes');
  await dialog.getByLabel('Limit per move').fill('500');
  await dialog.getByLabel('Games', { exact: true }).fill('40');
  await dialog.getByRole('button', { name: 'Start the match' }).click();
  await page.waitForURL(/\/lab\/.+/);
  const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1));
  const sentence = page.getByRole('region', { name: 'Verdict' });
  await sentence.getByText(/A is stronger/).waitFor({ timeout: 60_000 });
  const run = await server.ask(`/api/runs/${id}`);
  assert.equal(run.figures.verdict, 'A is stronger');
  assert.equal(run.figures.games, 40);
  assert.match(await sentence.textContent(), /after 40 games/);
  await visit(page, `${server.origin}/lab`);
  const row = page.locator('.lab-run', { hasText: id });
  assert.match(await row.textContent(), /✓.*A is stronger/);
});

it('a sequential test stops when it is clear, and says which hypothesis', async () => {
  const { page, server } = at;
  await visit(page, `${server.origin}/lab`);
  await page.getByRole('button', { name: '+ SPRT' }).click();
  const dialog = page.getByRole('dialog', { name: 'New run' });
  await dialog.getByLabel('Game', { exact: true }).selectOption('tictactoe');
  await dialog.getByLabel('A as text').fill('alphabeta');
  await dialog.getByLabel('B as text').fill('random');
  await dialog.getByLabel('H1: A is stronger by (Elo)').fill('50');
  await dialog.getByLabel('Kind of limit').selectOption('nodes');
  await dialog.getByLabel('Limit per move').fill('500');
  await dialog.getByRole('button', { name: 'Start the test' }).click();
  await page.waitForURL(/\/lab\/.+/);
  await page
    .getByRole('region', { name: 'Verdict' })
    .getByText(/H1 accepted after/)
    .waitFor({ timeout: 60_000 });
  const run = await server.ask(`/api/runs/${new URL(page.url()).pathname.split('/').at(-1)}`);
  assert.ok(run.figures.llr >= run.test.llr_high, `${run.figures.llr}`);
  assert.ok(run.figures.games < 20_000, `${run.figures.games} games`);
});

it('a run is paused and goes on', async () => {
  const { page, server } = at;
  const { id } = await server.ask('/api/runs', {
    kind: 'match',
    a: 'alphabeta',
    b: 'alphabeta',
    game: 'connect4',
    limits: { nodes: '20k' },
    games: 2000,
    threads: 1,
  });
  await visit(page, `${server.origin}/lab/${id}`);
  await page.getByRole('button', { name: `Pause: ${id}` }).click();
  await page.getByRole('button', { name: `Resume: ${id}` }).click();
  await page.getByRole('button', { name: `Pause: ${id}` }).click();
  await page.getByRole('button', { name: `Resume: ${id}` }).waitFor();
  assert.equal((await server.ask(`/api/runs/${id}`)).state, 'paused');
});

it('an engine of the list plays, and its game is replayed on a board', async () => {
  const { page, server } = at;
  await visit(page, `${server.origin}/lab`);
  await page.getByRole('button', { name: '+ New match' }).click();
  const dialog = page.getByRole('dialog', { name: 'New run' });
  await dialog.getByLabel('Game', { exact: true }).selectOption('chess');
  const picker = dialog.getByRole('combobox', { name: /^A / });
  assert.ok((await picker.locator('optgroup[label=engines] option').count()) > 0);
  await picker.selectOption('uci:stockfish');
  await dialog.getByLabel('B as text').fill('random');
  await dialog.getByLabel('Kind of limit').selectOption('depth');
  await dialog.getByLabel('Limit per move').fill('1');
  await dialog.getByLabel('Games', { exact: true }).fill('2');
  await dialog.getByText('More', { exact: true }).click();
  await dialog.getByLabel('Draw after plies').fill('6');
  await dialog.getByRole('button', { name: 'Start the match' }).click();
  await page.waitForURL(/\/lab\/.+/);
  await page.getByRole('button', { name: 'replay' }).first().click({ timeout: 60_000 });
  const moves = page.getByRole('group', { name: 'Moves' });
  await moves.locator('tbody tr').nth(5).waitFor();
  assert.match(await moves.locator('tbody tr').first().textContent(), /\d\.\d{3}/);
  await page.getByText('6 of 6').waitFor();
  const board = page.locator('.lab-replay-board');
  await board.getByRole('button', { name: 'Move back' }).press('ArrowLeft');
  await page.getByText('5 of 6').waitFor();
  await board.getByRole('button', { name: 'Start' }).click();
  await page.getByText('0 of 6').waitFor();
  await moves.getByRole('button').nth(2).click();
  await page.getByText('3 of 6').waitFor();
});

it('no program can be named over HTTP', async () => {
  const { server } = at;
  const run = { kind: 'match', b: 'random', game: 'chess', limits: { depth: '1' }, games: 2 };
  await assert.rejects(server.ask('/api/runs', { ...run, a: 'uci:sh -c true' }));
});
