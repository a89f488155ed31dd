// What the page Learn says at every step is what the command line says of the same search.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { visit } from './lib/browser.mjs';
import { fixture } from './lib/fixture.mjs';
import { command } from './lib/server.mjs';

/** Longer lessons say nothing more about the page. */
const LONGEST = 80;

const at = fixture();

/** The same search as a lesson, on the command line. */
async function told({ game, position, with: search, depth, nodes, seed }) {
  const limits = Object.entries({ depth, nodes, seed }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const args = [
    game.includes('(') ? `tree:${game}` : game,
    ...(position ? [position] : []),
    '--with',
    search,
    ...limits.flatMap(([name, value]) => [`--${name}`, String(value)]),
  ];
  return JSON.parse(await command('explain', ...args, '--json')).events.map(({ text }) =>
    written(text),
  );
}

/** A text as the page writes it: a minus is one, l_3 has an index. */
const written = (text) => text.replace(/-(?=[\d#.])/g, '\u2212').replace(/\b(l)_(\d+)\b/g, '$1$2');

/** Steps through a lesson by its key and gives the captions of every pane: one row a step. */
async function captions(page) {
  const shown = page.locator('.learn-caption');
  const [, last] = /(\d+)$/.exec(await page.locator('.learn-count').textContent());
  const all = [await shown.allTextContents()];
  for (let step = 2; step <= Number(last); step += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      (n) => document.querySelector('.learn-count b').textContent === n,
      String(step),
    );
    all.push(await shown.allTextContents());
  }
  return all;
}

/** What the panes are to say: the shorter one waits at its end. */
function expected(films) {
  const steps = Math.max(...films.map((film) => film.length));
  return Array.from({ length: steps }, (_, step) =>
    films.map((film) => film[Math.min(step, film.length - 1)]),
  );
}

/** Every step must say the same; the first that does not is told. */
function same(found, wanted) {
  assert.equal(found.length, wanted.length, 'as many steps');
  found.forEach((row, i) => assert.deepEqual(row, wanted[i], `step ${i + 1}`));
}

it('the steps of lessons are the events of the command line', async (t) => {
  const { page, server } = at;
  const lessons = (await server.ask('/api/learn/examples')).examples.filter(
    ({ game }) => !game.startsWith('queens'),
  );
  const compared = [];
  for (const lesson of lessons) {
    const searches = [lesson.with, lesson.against].filter(Boolean);
    const films = await Promise.all(searches.map((search) => told({ ...lesson, with: search })));
    if (Math.max(...films.map((film) => film.length)) > LONGEST) continue;
    await t.test(`${lesson.id}: ${searches.join(' and ')}`, async () => {
      await visit(page, `${server.origin}/learn/${lesson.id}`);
      await page.locator('.learn-caption').first().waitFor();
      same(await captions(page), expected(films));
    });
    compared.push({ id: lesson.id, searches });
  }
  const kinds = new Set(
    compared.flatMap(({ searches }) => searches.map((search) => search.split(':')[0])),
  );
  t.diagnostic(
    `${compared.length} of ${lessons.length} lessons, searches: ${[...kinds].join(', ')}`,
  );
  assert.ok(
    compared.some(({ id }) => id === 'aima') && compared.length >= 5 && kinds.size >= 3,
    [...kinds].join(', '),
  );
});

it('a tree of one’s own, another algorithm, back and to the end', async () => {
  const { page, server } = at;
  const tree = '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))';
  const events = await told({ game: tree, with: 'minimax' });
  await visit(page, `${server.origin}/learn?game=${encodeURIComponent(tree)}&with=minimax`);
  const caption = page.locator('.learn-caption').first();
  await page.getByText(`/ ${events.length}`).waitFor();
  await page.keyboard.press('End');
  await page.getByText(events.at(-1), { exact: true }).and(caption).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByText(events.at(-2), { exact: true }).and(caption).waitFor();
  await page.getByLabel('algorithm').selectOption('alphabeta');
  const cut = await told({ game: tree, with: 'alphabeta' });
  await page.getByText(`/ ${cut.length}`).waitFor();
  same(await captions(page), expected([cut]));
});

/** A search of a tree of one's own, at the step before its last. */
async function beforeTheEnd(page, server, query) {
  const url = new URL('/learn', server.origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  await visit(page, url.href);
  await page.locator('.learn-caption').first().waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
}

it('a formula has the search’s own p, and 0 is the geometric mean', async () => {
  const { page, server } = at;
  const tree = '(max ~9 (min ~2 1 3) (min ~11 9 8))';
  await beforeTheEnd(page, server, { game: tree, with: 'minmax:p=1.5' });
  const formula = page.locator('.learn-formula');
  await formula.waitFor();
  const said = (await formula.textContent()).replace(/\s+/g, '');
  assert.match(said, /\(1\.\d+1\.5\+8\.\d+1\.52\)1\/1\.5=/);
  // The slider has whole numbers only: it would show another search's tips.
  assert.equal(await page.getByText('Turn p: which tip is next?').count(), 0);
  await beforeTheEnd(page, server, { game: tree, with: 'minmax:p=0' });
  await page.waitForFunction(() =>
    document.querySelector('.learn-formula')?.textContent.includes('·'),
  );
  await beforeTheEnd(page, server, { game: tree, with: 'minmax:p=10' });
  await page.getByText('Turn p: which tip is next?').waitFor();
});

it('minimax is said to go on forever only where play loops', async () => {
  const { page, server } = at;
  const tree = '(max a:(min ~1 1 2) b:(min ~3 (max ~3 !4 5) 2))';
  await beforeTheEnd(page, server, { game: tree, with: 'pvs', depth: '2' });
  const counters = page.locator('.learn-counters');
  await counters.waitFor();
  assert.doesNotMatch(await counters.textContent(), /never end/);
  await beforeTheEnd(page, server, { game: 'squares:4', with: 'onpath' });
  await counters.getByText('minimax would never end').waitFor();
});

it('among several players neither MAX nor MIN has a window', async () => {
  const { page, server } = at;
  await visit(page, `${server.origin}/learn/three?with=paranoid&against=`);
  await page.locator('.learn-numbers').first().waitFor();
  const numbers = await page.locator('.learn-numbers').first().textContent();
  assert.match(numbers, /α/);
  assert.doesNotMatch(numbers, /MAX|MIN/);
});
