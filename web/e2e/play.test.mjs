// Games against a search in the browser: by clicks where there is a board, by typed moves
// everywhere; with a hint, a move taken back, and to the end or ten plies.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { visit } from './lib/browser.mjs';
import { fixture, pageOf } from './lib/fixture.mjs';
import { until } from './lib/wait.mjs';

const at = fixture();
const PLIES = 10;

async function open(game) {
  const { page, server } = at;
  await visit(page, `${server.origin}/play/${encodeURIComponent(game)}`);
  await page.getByLabel('Level').selectOption('100 nodes');
  await page.getByRole('button', { name: 'New game' }).click();
  await rested();
}

/** The game waits for the user, or is over; gives what its status says. */
function rested() {
  const status = at.page.locator('.play-status');
  return until('the reply', async () => {
    const text = await status.textContent();
    const busy = await at.page.getByRole('button', { name: 'Flip' }).isDisabled();
    return !busy && !/thinking/.test(text) && text;
  });
}

const record = () => at.page.locator('.play-record li').allTextContents();
const over = (text) => !text.startsWith('Your move');

/** Plays the first move that the page names, by typing it. */
async function typed() {
  const { page } = at;
  const box = page.getByLabel('Type a move');
  const name = (await box.getAttribute('placeholder')).replace('Move: ', '');
  const before = (await record()).length;
  await box.fill(name);
  await box.press('Enter');
  await until('the move', async () => (await record()).length > before);
  return rested();
}

for (const game of ['connect4', 'othello', 'chess', 'tictactoe', 'nim:3,4,5', 'backgammon', 'kuhn'])
  it(`a game of ${game}`, async () => {
    const { page } = at;
    await open(game);
    assert.ok(await page.locator('.play-board .board').first().isVisible(), 'it has a board');
    let status = await rested();
    while (!over(status) && (await record()).length < PLIES) status = await typed();
    assert.ok(over(status) || (await record()).length >= PLIES, status);
    assert.equal(await page.locator('.trouble').count(), 0);
  });

it('a hint names a legal move, and a move is taken back', async () => {
  const { page } = at;
  await open('connect4');
  const hint = page.locator('.play-hint b');
  // The key does nothing while the new game is on its way, which the page may not show yet.
  await until('a hint', async () => {
    if (await hint.isVisible()) return true;
    await page.keyboard.press('h');
    return false;
  });
  await rested();
  const best = await hint.textContent();
  assert.match(best, /^[1-7]$/);
  assert.ok((await page.locator('.board-arrows .arrow').count()) > 0, 'it is shown on the board');
  await page.locator(`[data-cell="${Number(best) - 1}"]`).click();
  await until('the move and the reply', async () => (await record()).length === 2);
  await rested();
  await page.getByRole('button', { name: 'Take back' }).click();
  await until('the move is taken back', async () => (await record()).length === 0);
  await page.locator('.play-numbers').first().waitFor({ state: 'attached' });
});

it('the other side, another opponent, and what it thinks', async () => {
  const { page } = at;
  await open('tictactoe');
  await page.getByLabel('Opponent').selectOption('alphabeta');
  await page.getByLabel('You play').selectOption('O');
  await until('the first move', async () => (await record()).length === 1);
  await rested();
  const thought = page.getByRole('region', { name: 'Thinking' });
  assert.match(await thought.textContent(), /alphabeta.*played.*Value.*Nodes/s);
  await page.reload();
  await until('the game that was left', async () => (await record()).length === 1);
});

it('an illegal move is refused and the game goes on', async () => {
  const { page, watch } = at;
  await open('tictactoe');
  const before = (await record()).length;
  await watch.forgive(/status 400|console error/, async () => {
    await page.getByLabel('Type a move').fill('z9');
    await page.getByLabel('Type a move').press('Enter');
    await page.getByText('Illegal move: z9').waitFor();
    assert.equal((await record()).length, before);
    await typed();
  });
});

it('Space plays one move on a board of cells that was clicked', async () => {
  const { page, server } = at;
  const project = await server.ask('/api/projects', {
    name: 'Four',
    game: 'connect4',
    position: 'startpos',
    engine: 'builtin',
    count: 1,
    run: false,
  });
  await visit(page, server.origin + pageOf(project, 'analyse/root'));
  await page.locator('.board [data-cell="3"]').click();
  const stones = page.locator('.board-panel .cell--x, .board-panel .cell--o');
  await until('one stone', async () => (await stones.count()) === 1);
  assert.equal(await page.evaluate(() => document.activeElement.closest('.board') === null), true);
  await page.keyboard.press('Space');
  await page.getByText('The graph ends here.').waitFor();
  assert.equal(await stones.count(), 1);
});
