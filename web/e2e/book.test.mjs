// The book under Help, and as files: a newcomer finds what they look for, and a lesson steps.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { it } from 'node:test';
import { findings } from './lib/axe.mjs';
import { visit } from './lib/browser.mjs';
import { fixture } from './lib/fixture.mjs';
import { EXAMPLES, LOOKED_AT, moduleIsBuilt } from './lib/places.mjs';
import { command } from './lib/server.mjs';

const at = fixture();

/** What newcomers type, the link they follow, and words that answer them. */
const QUESTIONS = [
  ['analyse a game', 'The first project › A whole game', '--whole-game'],
  ['add a game', 'Adding a game', 'Implement Game'],
  ['why this tip', 'From max to a formula › Why this tip', 'its sum of weights was the least'],
  ['what a number means', 'What every number means', 'How much of a position hangs on a move'],
  ['add a computer', 'Adding a computer', 'Start a worker'],
];

/** Walks through a lesson to its last step; gives the captions. */
async function steps(page) {
  const lesson = page.locator('.lesson').first();
  const caption = lesson.locator('.learn-caption');
  const next = lesson.getByRole('button', { name: 'Next step' });
  await lesson.locator('svg.lt').waitFor();
  const all = [await caption.textContent()];
  while (await next.isEnabled()) {
    const before = await lesson.locator('output b').textContent();
    await next.click();
    await page.waitForFunction(
      (old) => document.querySelector('.lesson output b').textContent !== old,
      before,
    );
    all.push(await caption.textContent());
  }
  return all;
}

for (const [words, link, answer] of QUESTIONS)
  it(`finds '${words}'`, async () => {
    const { page, server } = at;
    await visit(page, `${server.origin}/help`);
    await page.getByRole('searchbox', { name: 'Search the help' }).fill(words);
    await page
      .getByRole('list', { name: 'Found in the book' })
      .getByRole('link', { name: link })
      .first()
      .click();
    await page.locator('.help-text').getByText(answer).first().waitFor();
  });

it('the contents lead to every chapter, and each is in order', async () => {
  const { page, server } = at;
  await visit(page, `${server.origin}/help`);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('link').nth(25).waitFor();
  const names = await contents.getByRole('link').allTextContents();
  for (const name of names) {
    await contents.getByRole('link', { name, exact: true }).click();
    await contents.locator('[aria-current=page]').getByText(name, { exact: true }).waitFor();
    await page.locator('.help-text h1').waitFor();
    assert.equal(await page.locator('.help-text .trouble').count(), 0, name);
  }
});

it('a term and a heading have addresses', async () => {
  const { page, server } = at;
  await visit(page, `${server.origin}/help/numbers#share`);
  await page.locator('#share.chosen').waitFor();
  await visit(page, `${server.origin}/help/minmax#why-this-tip`);
  await page.locator('#why-this-tip').waitFor();
});

it('a lesson steps in the text, as in the classroom', async () => {
  const { page, server } = at;
  await visit(page, `${server.origin}/help/alphabeta`);
  const captions = await steps(page);
  const told = JSON.parse(
    await command(
      'explain',
      `tree:${path.join(EXAMPLES, 'bags-and-balls.tree')}`,
      '--with',
      'alphabeta',
      '--json',
    ),
  );
  const written = (text) => text.replace(/-(?=[\d#.])/g, '\u2212');
  assert.deepEqual(
    captions,
    told.events.map(({ text }) => written(text)),
  );
  await page.screenshot({ path: path.join(LOOKED_AT, 'book-lesson.png'), fullPage: true });
  assert.deepEqual(await findings(page), []);
});

it('as files: a lesson steps from file:// with no request at all', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'gametree-book-'));
  const context = await at.browser.newContext({ viewport: { width: 1366, height: 860 } });
  try {
    await command('book', '--out', folder);
    const requests = [];
    context.on('request', (request) => requests.push(request.url()));
    const wrong = [];
    context.on('console', (said) => said.type() === 'error' && wrong.push(said.text()));
    context.on('weberror', (error) => wrong.push(String(error.error())));
    const page = await context.newPage();
    const url = pathToFileURL(path.join(folder, 'alphabeta.html')).href;
    await page.goto(url);
    const captions = await steps(page);
    assert.ok(captions.length > 5 && new Set(captions).size > 5, captions.join('\n'));
    await page.screenshot({ path: path.join(LOOKED_AT, 'book-file.png'), fullPage: true });
    const asked = requests.filter((one) => one !== url && !one.startsWith('data:'));
    assert.deepEqual([asked, wrong], [[], []]);

    const first = pathToFileURL(path.join(folder, 'index.html')).href;
    await page.goto(first);
    await page.getByRole('searchbox', { name: 'Search the book' }).fill('why this tip');
    await page.getByRole('link', { name: 'From max to a formula › Why this tip' }).click();
    await page.locator('#why-this-tip').waitFor();
    assert.ok(page.url().endsWith('minmax.html#why-this-tip'), page.url());
    assert.deepEqual(wrong, []);
  } finally {
    await context.close();
    await rm(folder, { recursive: true });
  }
});

/** What `gametree explain` says of a search, as the page writes it. */
async function explained(game, search) {
  const told = JSON.parse(await command('explain', game, '--with', search, '--json'));
  return told.events.map(({ text }) => text.replace(/-(?=[\d#.])/g, '\u2212'));
}

/** Writes the book and opens a page of it; gives the page, the requests it makes and its errors. */
async function fileOf(name) {
  const folder = await mkdtemp(path.join(tmpdir(), 'gametree-book-'));
  await command('book', '--out', folder);
  const context = await at.browser.newContext({ viewport: { width: 1366, height: 860 } });
  const address = (file) => pathToFileURL(path.join(folder, file)).href;
  const requests = [];
  const wrong = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('console', (said) => said.type() === 'error' && wrong.push(said.text()));
  context.on('weberror', (error) => wrong.push(String(error.error())));
  const page = await context.newPage();
  await page.goto(address(name));
  const end = async () => {
    await context.close();
    await rm(folder, { recursive: true });
  };
  /** The page and the script beside it were read, nothing was asked, and nothing went wrong. */
  const alone = () => {
    const asked = requests.filter((one) => !/^(data|blob):/.test(one));
    assert.deepEqual([asked, wrong], [[address(name), address('classroom.js')], []]);
  };
  return { page, alone, end };
}

const withModule = { skip: !moduleIsBuilt() && 'the classroom is not built as WebAssembly' };

it('as files: a reader writes a tree, selects a search and steps', withModule, async () => {
  const { page, alone, end } = await fileOf('alphabeta.html');
  try {
    const own = page.locator('.lesson-own').first();
    const count = page.locator('.lesson').first().locator('output');
    const recorded = await count.textContent();
    await own.getByText('Change the tree or the search').click();
    const tree = own.getByLabel('Tree, or a game’s name');
    const algorithm = own.getByLabel('algorithm');
    const written = '(max (min 4 -1 9) (min 7 5) (min 2 8))';
    for (const search of ['alphabeta', 'minimax', 'mtdf:quiescence=off']) {
      await tree.fill(written);
      await algorithm.selectOption(search);
      const expected = await explained(written, search);
      await count.getByText(`/ ${expected.length}`).waitFor();
      assert.deepEqual(await steps(page), expected, search);
    }
    await page.screenshot({ path: path.join(LOOKED_AT, 'book-live.png'), fullPage: true });
    assert.deepEqual(await findings(page), []);
    await own.getByRole('button', { name: 'As in the book' }).click();
    await count.getByText(recorded.split('/')[1].trim()).waitFor();
    alone();
  } finally {
    await end();
  }
});

it(
  'as files: what cannot be searched is told, and the next tree is searched',
  withModule,
  async () => {
    const { page, alone, end } = await fileOf('alphabeta.html');
    try {
      const own = page.locator('.lesson-own').first();
      await own.getByText('Change the tree or the search').click();
      const tree = own.getByLabel('Tree, or a game’s name');
      const trouble = own.locator('.trouble');
      await tree.fill('(max (min 4');
      await trouble.getByText('line 1').waitFor();
      await tree.fill('('.repeat(100_000));
      await trouble.getByText('longer than 40000 characters').waitFor();
      await own.getByLabel('algorithm').selectOption('pvs:quiescence=off');
      await tree.fill(`${'(max '.repeat(1900)}1${')'.repeat(1900)}`);
      await trouble.getByText('deeper than a browser can').waitFor();
      await tree.fill('connect4');
      await own.getByText('No limit given: searched 3 plies.').waitFor();
      assert.equal(await trouble.count(), 0);
      alone();
    } finally {
      await end();
    }
  },
);

it(
  'as files: the page Learn compares searches, keeps its address and climbs',
  withModule,
  async () => {
    const { page, alone, end } = await fileOf('classroom.html');
    try {
      await page.locator('svg.lt').first().waitFor();
      const lesson = page.getByRole('combobox', { name: 'lesson' });
      await lesson.selectOption('deep-cuts');
      await page.waitForFunction(() => location.search === '?lesson=deep-cuts');
      assert.equal(await page.locator('.learn-pane').count(), 2, 'two searches side by side');
      await page.getByRole('button', { name: 'Edit the tree' }).click();
      await page.getByLabel('Tree, or a game’s name').fill('(max (min 1 2) (min 3');
      await page.locator('dialog .trouble').waitFor();
      await page.getByLabel('Tree, or a game’s name').fill('(max (min 1 2) (min 3 4))');
      await page.getByText('Valid.').waitFor();
      await page.getByRole('button', { name: 'Run' }).click();
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(() => location.search.endsWith('step=2'));
      await lesson.selectOption('queens');
      await page.waitForFunction(() => location.search === '?lesson=queens');
      await page.locator('.learn-pane').first().locator('.learn-conflicts').waitFor();
      await page.screenshot({ path: path.join(LOOKED_AT, 'book-classroom.png'), fullPage: true });
      alone();
    } finally {
      await end();
    }
  },
);
