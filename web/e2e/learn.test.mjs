// What the page Learn says at every step is what the command line says of the same search.
import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { openBrowser, openPage, visit } from './lib/browser.mjs';
import { Server, command } from './lib/server.mjs';

/** Longer lessons say nothing more about the page. */
const LONGEST = 120;
/** Together with one of each kind that the list must have. */
const WANTED = ['aima'];

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

/** The same search as a lesson, on the command line. */
async function told({ game, position, with: search, depth, nodes, seed }) {
  const limits = Object.entries({ depth, nodes, seed }).filter(([, value]) => value !== null && value !== undefined);
  const args = [game, ...(position ? [position] : []), '--with', search, ...limits.flatMap(([name, value]) => [`--${name}`, String(value)])];
  return JSON.parse(await command('explain', ...args, '--json')).events.map(({ text }) => written(text));
}

/** A text as the page writes it: a minus is one, l_3 has an index. */
const written = (text) => text.replace(/-(?=[\d#.])/g, '\u2212').replace(/\b(l)_(\d+)\b/g, '$1$2');

/** Steps through a lesson by its key and gives every caption. */
async function captions(page) {
  const shown = page.locator('.learn-pane').first().locator('.learn-caption');
  const number = page.locator('.learn-count');
  const [, last] = /(\d+)$/.exec(await number.textContent());
  const all = [await shown.textContent()];
  for (let step = 2; step <= Number(last); step += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((n) => document.querySelector('.learn-count b').textContent === n, String(step));
    all.push(await shown.textContent());
  }
  return all;
}

it('the steps of lessons are the events of the command line', async (t) => {
  const { page } = at;
  const lessons = (await server.ask('/api/learn/examples')).filter(({ game }) => !game.startsWith('queens'));
  let compared = 0;
  const kinds = new Set();
  for (const lesson of lessons) {
    const events = await told(lesson);
    if (events.length > LONGEST && !WANTED.includes(lesson.id)) continue;
    await t.test(lesson.id, async () => {
      await visit(page, `${server.origin}/learn/${lesson.id}`);
      await page.locator('.learn-caption').first().waitFor();
      assert.deepEqual(await captions(page), events);
    });
    compared += 1;
    kinds.add(lesson.with.split(':')[0]);
  }
  t.diagnostic(`${compared} of ${lessons.length} lessons, searches: ${[...kinds].join(', ')}`);
  assert.ok(compared >= 5 && kinds.size >= 3, `${compared} lessons with ${[...kinds]}`);
});

it('a tree of one’s own, another algorithm, back and to the end', async () => {
  const { page } = at;
  const tree = '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))';
  const events = await told({ game: tree, with: 'minimax' });
  await visit(page, `${server.origin}/learn?game=${encodeURIComponent(tree)}&with=minimax`);
  const caption = page.locator('.learn-caption').first();
  await page.keyboard.press('End');
  assert.equal(await caption.textContent(), events.at(-1));
  await page.keyboard.press('ArrowLeft');
  assert.equal(await caption.textContent(), events.at(-2));
  await page.getByLabel('algorithm').selectOption('alphabeta');
  const cut = await told({ game: tree, with: 'alphabeta' });
  await page.getByText(`/ ${cut.length}`).waitFor();
  assert.deepEqual(await captions(page), cut);
});
