// Everything by keyboard: these tests never touch a mouse.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { settled, visit } from './lib/browser.mjs';
import { fixture, pageOf } from './lib/fixture.mjs';
import { grown } from './lib/seed.mjs';
import { until } from './lib/wait.mjs';

const FEN = 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2';

let project;

const at = fixture({
  prepare: async ({ server }) => {
    project = await grown(server, { name: 'Keys', positions: 40 });
  },
});

const press = (...keys) =>
  keys.reduce((before_, key) => before_.then(() => at.page.keyboard.press(key)), Promise.resolve());
const node = () => new URL(at.page.url()).pathname.split('/').at(-1);
const api = (...parts) =>
  at.server.ask(['/api/p', encodeURIComponent(project.id), ...parts].join('/'));

/** Presses a key and waits until the address is that of another position. */
async function walk(key) {
  const was = at.page.url();
  await press(key);
  await at.page.waitForURL((url) => url.href !== was);
  await at.page.locator('.analyse:not(.analyse--waiting)').waitFor();
  return node();
}

it('a pasted position becomes a project that runs', async () => {
  const { page } = at;
  await page.evaluate((text) => navigator.clipboard.writeText(text), FEN);
  await press('n');
  await page.locator('textarea:focus').waitFor();
  await press('Control+v');
  await page.getByText('Looks like a FEN').waitFor();
  await press('Enter');
  await page.waitForURL(/\/p\/[^/]+\/analyse\//);
  await page.locator('.worth > span', { hasText: /^best/ }).waitFor({ timeout: 60_000 });
  await press('Control+.');
  await page.getByRole('button', { name: '▶ Run' }).waitFor();
});

it('the list of projects: down, Enter', async () => {
  const { page } = at;
  await visit(page, `${at.server.origin}/`);
  await press('/');
  await page.locator('input[type=search]:focus').waitFor();
  await page.keyboard.type('keys');
  await until('one row', async () => (await page.locator('tbody [data-row]').count()) === 1);
  await press('ArrowDown', 'Enter');
  await page.waitForURL(`**${pageOf(project, 'analyse')}/**`);
});

it('arrows walk the graph', async () => {
  const { page } = at;
  await visit(page, at.server.origin + pageOf(project, `analyse/${project.root}`));
  const { moves } = await api('node', project.root, 'moves');
  const best = moves.find((row) => row.best);
  assert.equal(await walk('ArrowRight'), String(best.node));
  assert.equal(await walk('ArrowLeft'), String(project.root));
  assert.equal(await walk('2'), String(moves[1].node));
  assert.equal(await walk('ArrowUp'), String(moves[0].node));
  assert.equal(await walk('ArrowDown'), String(moves[1].node));
  assert.equal(await walk('Home'), String(project.root));
  assert.ok((await walk('End')) !== String(project.root));
});

it('x excludes the move that led here, Ctrl+Z takes it back', async () => {
  const { page } = at;
  await visit(page, at.server.origin + pageOf(project, `analyse/${project.root}`));
  const { moves } = await api('node', project.root, 'moves');
  const second = moves[1];
  await walk('2');
  assert.equal(await walk('x'), String(project.root));
  const now = async () => {
    const { moves } = await api('node', project.root, 'moves');
    return moves.find(({ uci }) => uci === second.uci).state;
  };
  assert.equal(await now(), 'excluded');
  await press('Control+z'); // at once: a note, and its undo, stays for ten seconds only
  await until('the move counts again', async () => (await now()) === second.state);
});

it('? shows the keys of the page, Esc closes it', async () => {
  const { page } = at;
  await press('?');
  const overlay = page.getByRole('dialog', { name: 'Keys' });
  await overlay.waitFor();
  const text = await overlay.textContent();
  for (const label of [
    'Back one move',
    'Best move',
    'Exclude',
    'Undo the last action',
    'Find a command',
  ]) {
    assert.ok(text.includes(label), `'${label}' is not in the overlay`);
  }
  await press('Escape');
  await overlay.waitFor({ state: 'detached' });
});

it('Ctrl+K finds a page by typing', async () => {
  const { page } = at;
  await press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).waitFor();
  await page.keyboard.type('settings');
  await page.getByRole('option', { name: /Go to Settings/ }).waitFor();
  await press('Enter');
  await page.waitForURL('**/settings');
  await settled(page);
  assert.equal(
    await page.evaluate(() => document.activeElement.tagName),
    'H1',
    'the focus is at the heading of the new page',
  );
});

it('pages of a project have keys of their own', async () => {
  const { page } = at;
  for (const [key, name] of [
    ['Alt+2', 'map'],
    ['Alt+3', 'queue'],
    ['Alt+4', 'stats'],
    ['Alt+1', 'analyse'],
  ]) {
    await press(key);
    await page.waitForURL(`**${pageOf(project, name)}**`);
    await settled(page);
  }
  await press('Alt+5');
  await page.waitForURL('**/engines');
});

it('the map is walked by tree relation and re-rooted', async () => {
  const { page } = at;
  await visit(page, at.server.origin + pageOf(project, `map/${project.root}`));
  const spoken = page.locator('#map-selected');
  await until('a chosen box', async () => /root/.test(await spoken.textContent()));
  await press('ArrowDown');
  await until('the widest child', async () => !/root/.test(await spoken.textContent()));
  const level = await spoken.getAttribute('aria-level');
  assert.equal(level, '2');
  await press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith(`/map/${project.root}`));
  await settled(page);
  await until(
    'its box on top',
    async () =>
      (await spoken.getAttribute('aria-level')) === '1' && !/root/.test(await spoken.textContent()),
  );
  await press('Backspace');
  await page.waitForURL((url) => url.pathname.endsWith(`/map/${project.root}`));
});

it('every stop of Tab shows where it is', async () => {
  const { page } = at;
  const addresses = ['/', pageOf(project, 'analyse/root'), '/learn/aima', '/lab', '/settings'];
  const bare = [];
  for (const address of addresses) {
    await visit(page, at.server.origin + address);
    for (let i = 0; i < 30; i += 1) {
      await press('Tab');
      const found = await page.evaluate(unmarked);
      if (found) bare.push(`${address}: ${found}`);
    }
  }
  assert.deepEqual(bare, []);
});

/** The focused element, where nothing on it or around it says that it is focused. */
function unmarked() {
  const focused = document.activeElement;
  // Where a page puts the focus is no stop of Tab.
  if (focused === document.body || focused.tabIndex < 0) return null;
  const rings = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
  };
  for (let up = focused, i = 0; up && i < 4; up = up.parentElement, i += 1)
    if (rings(up)) return null;
  const { width, height } = focused.getBoundingClientRect();
  if (focused.tagName === 'CANVAS' || focused.querySelector('canvas')) return null; // draws its own
  return `${focused.outerHTML.slice(0, 120)} (${width}x${height})`;
}
