// Predict mode, played through whole lessons by an alpha-beta of the test's own: what it says is
// right, every cut is asked about once, and nothing on the page tells what comes.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { visit } from './lib/browser.mjs';
import { fixture } from './lib/fixture.mjs';

const at = fixture();

/** Lessons on trees of numbers, with cuts of both players. */
const LESSONS = ['bags', 'aima', 'deep-cuts', 'good-order', 'bad-order'];

/** A tree text: `(max (min 3 12) a:(min 2 4))` becomes { max, children } and { value }. */
function parse(text) {
  const words = text.replace(/;.*/g, '').match(/\(|\)|[^\s()]+/g);
  const read = () => {
    let word = words.shift();
    if (word.endsWith(':')) word = words.shift();
    if (word !== '(') return { value: Number(word.split(':').at(-1)) };
    const node = { max: words.shift() === 'max', children: [] };
    while (words[0] !== ')') node.children.push(read());
    words.shift();
    return node;
  };
  return read();
}

/** Names the nodes of a tree as the page does: its drawing has the same shape. */
function name(tree, { nodes }) {
  const below = (parent) =>
    nodes
      .map((node, id) => ({ ...node, id }))
      .filter((node) => node.parent === parent)
      .sort((a, b) => a.x - b.x);
  const walk = (node, drawn) => {
    node.name = drawn.name;
    const children = below(drawn.id);
    assert.equal(children.length, node.children?.length ?? 0, drawn.name);
    children.forEach((child, i) => walk(node.children[i], child));
  };
  walk(tree, { ...nodes[0], id: 0 });
}

/** Alpha-beta: the leaves in their order, every comparison, and the best move. */
function alphaBeta(root) {
  const leaves = [];
  const compared = [];
  const search = (node, alpha, beta) => {
    if (!node.children) {
      leaves.push(node.name);
      return node.value;
    }
    let best = node.max ? -Infinity : Infinity;
    for (const [i, child] of node.children.entries()) {
      const bounds = node.max ? [Math.max(alpha, best), beta] : [alpha, Math.min(beta, best)];
      const value = search(child, ...bounds);
      if (node.max ? value > best : value < best) {
        best = value;
        node.best = child.name;
      }
      const cut = i + 1 < node.children.length && (node.max ? best >= beta : best <= alpha);
      compared.push({ name: node.name, value, cut, asked: 0 });
      if (cut) break;
    }
    return best;
  };
  search(root, -Infinity, Infinity);
  return { leaves, compared, best: root.best };
}

/** What the page asks now, the step's number, the leaves evaluated, and the verdict. */
function look(page) {
  return page.evaluate(() => {
    const text = (query) => document.querySelector(query)?.textContent.trim() ?? '';
    return {
      question: text('.learn-quiz-say > b'),
      step: text('.learn-count b'),
      last: text('.learn-count').split('/').at(-1).trim(),
      evaluated: Number(text('.learn-pane .learn-counters b')),
      verdict: text('.learn-quiz-say > span > b'),
      score: text('.learn-score'),
    };
  });
}

/** Does something and waits until the question or the step is another one. */
async function after(page, before, act) {
  await act();
  await page.waitForFunction(
    ({ question, step }) =>
      (document.querySelector('.learn-quiz-say > b')?.textContent.trim() ?? '') !== question ||
      document.querySelector('.learn-count b').textContent !== step,
    before,
  );
  return look(page);
}

/** The key that answers a question, by what the test's own search knows. */
async function keyFor(page, { question, evaluated }, known) {
  const seen = /at (.+) has just seen a move worth ([≤≥]?)(\S+)\. Are/.exec(question);
  if (seen) {
    const value = Number(seen[3].replace('\u2212', '-'));
    const fits = (one) => one.name === seen[1] && one.value === value;
    const from = known.compared.findIndex((one, i) => i >= known.next && fits(one));
    assert.ok(from >= 0, `${question}: nothing like it is left to compare`);
    known.next = from + 1;
    known.compared[from].asked += 1;
    return known.compared[from].cut ? 'y' : 'n';
  }
  const wanted = question.startsWith('Which leaf') ? known.leaves[evaluated] : known.best;
  const buttons = await page.locator('.learn-quiz .row button').allTextContents();
  const found = buttons.findIndex((text) => text.replace(/^\s*\d+\s*/, '').trim() === wanted);
  assert.ok(found >= 0, `${question} ${wanted} is not among ${buttons}`);
  return String(found + 1);
}

/** What on the page would tell the answer: marks of steps to come, lists of what was found. */
function spoilers(page) {
  return page.evaluate(() => {
    const now = document.querySelector('.learn-strip-now').getBoundingClientRect().right;
    const ahead = [...document.querySelectorAll('.learn-tick-mark')].filter(
      (mark) => mark.getBoundingClientRect().left > now + 1,
    );
    const told = [...document.querySelectorAll('summary')]
      .map((one) => one.textContent.trim())
      .filter((text) => ['Pruned', 'What the search found', 'What to look for'].includes(text));
    const end = /In the end/.test(document.querySelector('#main').textContent) ? ['the end'] : [];
    return [...ahead.map(() => 'a step to come'), ...told, ...end];
  });
}

async function start(page, server, id) {
  await visit(page, `${server.origin}/learn/${id}?predict=1`);
  await page.locator('.learn-quiz').waitFor();
  await page.evaluate(() => localStorage.removeItem('gametree.learn.score'));
  await page.reload();
  await page.locator('.learn-quiz').waitFor();
}

async function known(server, { game, with: search }) {
  const tree = parse(game);
  name(tree, (await server.ask('/api/learn/trace', { game, with: search })).film);
  return { ...alphaBeta(tree), next: 0 };
}

it('the right answers are right, through whole lessons', async (t) => {
  const { page, server } = at;
  const { examples } = await server.ask('/api/learn/examples');
  for (const id of LESSONS) {
    await t.test(id, async () => {
      const own = await known(
        server,
        examples.find((lesson) => lesson.id === id),
      );
      await start(page, server, id);
      let now = await look(page);
      let asked = 0;
      while (now.step !== now.last) {
        if (now.question) {
          assert.deepEqual(await spoilers(page), [], now.question);
          const { question } = now;
          const key = await keyFor(page, now, own);
          now = await after(page, now, () => page.keyboard.press(key));
          asked += 1;
          assert.equal(now.verdict, '✓', `${question} ${key}`);
        } else {
          now = await after(page, now, () => page.keyboard.press('ArrowRight'));
        }
      }
      assert.match(now.score, new RegExp(`^${asked} of ${asked} right`));
      for (const one of own.compared) {
        assert.ok(one.asked <= 1, `${one.name} worth ${one.value} was asked twice`);
        if (one.cut) assert.equal(one.asked, 1, `the cut at ${one.name} is asked about`);
      }
    });
  }
});

it('a wrong answer is told so, and nothing is asked twice', async () => {
  const { page, server } = at;
  const { examples } = await server.ask('/api/learn/examples');
  const own = await known(
    server,
    examples.find(({ id }) => id === 'aima'),
  );
  await start(page, server, 'aima');
  let now = await look(page);
  while (!/at B has just seen a move worth 2\b/.test(now.question)) {
    const key = now.question ? await keyFor(page, now, own) : 'ArrowRight';
    now = await after(page, now, () => page.keyboard.press(key));
  }
  now = await after(page, now, () => page.keyboard.press('n'));
  assert.equal(now.verdict, '✗');
  await page.getByText('No: they are cut off.').waitFor();
  const { step } = now;
  now = await after(page, now, () => page.keyboard.press('ArrowLeft'));
  now = await after(page, now, () => page.keyboard.press('ArrowRight'));
  assert.equal(now.step, step, 'the step comes at once');
  assert.equal(now.question, '');
});
