// Every page at three widths, light and dark: it fits, says nothing wrong, breaks no rule, and
// axe-core has no grave finding.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { statSync } from 'node:fs';
import path from 'node:path';
import { findings } from './lib/axe.mjs';
import { openPage, settled, visit } from './lib/browser.mjs';
import { fixture, pageOf } from './lib/fixture.mjs';
import { ASSETS, LOOKED_AT } from './lib/places.mjs';
import { grown, played } from './lib/seed.mjs';

const WIDTHS = [
  [1366, 860],
  [768, 1024],
  [390, 844],
];
/**
 * What axe-core looks at differs between the widest and the narrowest; between them it only costs
 * time.
 */
const LOOKED_THROUGH = [1366, 390];

const pages = {};

const all = fixture({ prepare });

async function prepare({ server }) {
  const project = await grown(server);
  const run = await played(server);
  const of = (page) => pageOf(project, page);
  Object.assign(pages, {
    home: '/',
    analyse: of('analyse/root'),
    map: of('map/root'),
    queue: of('queue'),
    stats: of('stats'),
    engines: '/engines',
    learn: '/learn/aima',
    exercises: '/learn/exercises/vectors',
    play: '/play/connect4',
    lab: '/lab',
    run: `/lab/${run.id}`,
    settings: '/settings',
    help: '/help',
    unknown: '/nowhere',
  });
}

const NAMES = [
  'home',
  'analyse',
  'map',
  'queue',
  'stats',
  'engines',
  'learn',
  'exercises',
  'play',
  'lab',
  'run',
  'settings',
  'help',
  'unknown',
];

/** What opens over a page, and how. */
const DIALOGS = {
  'the keys': { on: 'analyse', open: (page) => page.keyboard.press('?') },
  'the palette': { on: 'analyse', open: (page) => page.keyboard.press('Control+k') },
  'the tour': { on: 'help', open: (page) => page.getByRole('button', { name: 'Tour' }).click() },
  'where to go': { on: 'analyse', open: (page) => page.keyboard.press('g') },
  'a watch': { on: 'analyse', open: (page) => page.keyboard.press('w') },
  'a new match': { on: 'lab', open: (page) => page.keyboard.press('n') },
  'the editor of trees': {
    on: 'learn',
    open: (page) => page.getByRole('button', { name: 'Edit the tree…' }).click(),
  },
};

for (const dark of [false, true]) {
  const theme = dark ? 'dark' : 'light';
  describe(theme, () => {
    const at = {};
    before(async () => Object.assign(at, await openPage(all.browser, all.server, { dark })));
    after(() => at.context?.close());
    for (const name of NAMES) {
      for (const [width, height] of WIDTHS) {
        it(`${name} at ${width} px`, () => check(at, { name, width, height, theme }));
      }
    }
    for (const [what, { on, open }] of Object.entries(DIALOGS))
      it(what, () => checkDialog(at, { what, on, open, theme }));
  });
}

/** Opens a page and gathers everything that is wrong with it, so that one look shows all. */
async function check({ page, watch }, { name, width, height, theme }) {
  watch.take();
  await page.setViewportSize({ width, height });
  await visit(page, all.server.origin + pages[name]);
  await page.screenshot({ path: path.join(LOOKED_AT, `${name}-${width}-${theme}.png`) });
  const wrong = [...(await shape(page, theme)), ...(await heavy(page)), ...watch.take()];
  if (LOOKED_THROUGH.includes(width)) wrong.push(...(await findings(page)));
  assert.deepEqual(wrong, [], wrong.join('\n'));
}

/** The most bytes of scripts, styles and pictures that a page may load, before compression. */
const HEAVIEST = 400_000;

/** What is wrong with the weight of a page; files that the browser holds already count, too. */
async function heavy(page) {
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((name) => /^\/(lib|pages|vendor)\/|^\/[^/]+\.(js|css|svg)$/.test(name)),
  );
  const size = (file) => statSync(path.join(ASSETS, file)).size;
  const bytes = [...new Set(files)].reduce((sum, file) => sum + size(file), 0);
  return bytes > HEAVIEST ? [`${bytes} bytes of assets, more than ${HEAVIEST}`] : [];
}

/** Opens what stands over a page; it must pass the same rules, and Escape must close it. */
async function checkDialog({ page, watch }, { what, on, open, theme }) {
  watch.take();
  await page.setViewportSize({ width: WIDTHS[0][0], height: WIDTHS[0][1] });
  await visit(page, all.server.origin + pages[on]);
  const dialog = page.locator('dialog[open]');
  // A page listens to its keys a moment after it is drawn: what came too early is done again.
  for (let tries = 0; tries < 10 && !(await dialog.isVisible()); tries++) {
    await open(page);
    await dialog.waitFor({ timeout: 6000 }).catch(() => {});
  }
  await dialog.waitFor();
  await settled(page);
  await page.screenshot({
    path: path.join(LOOKED_AT, `${what.replaceAll(' ', '-')}-${theme}.png`),
  });
  const wrong = [...watch.take(), ...(await findings(page))];
  assert.deepEqual(wrong, [], wrong.join('\n'));
  assert.ok(
    await page.evaluate(() => document.activeElement.closest('dialog[open]')),
    'the focus is in it',
  );
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** What is wrong with the shape of a page. */
function shape(page, theme) {
  return page.evaluate((wanted) => {
    const wrong = [];
    const { documentElement: all } = document;
    const headings = [...document.querySelectorAll('h1')].filter((heading) =>
      heading.checkVisibility(),
    );
    if (headings.length !== 1) wrong.push(`${headings.length} headings of the first order`);
    if (!document.title.includes('gametree')) wrong.push(`the title is '${document.title}'`);
    if (all.scrollWidth > innerWidth) wrong.push(`${all.scrollWidth} px wide: ${widest()}`);
    const trouble = document.querySelector('#main .trouble, .toast--bad, .banner');
    if (trouble) wrong.push(`it says: ${trouble.textContent}`);
    const [r, g, b] = getComputedStyle(document.body)
      .backgroundColor.match(/[\d.]+/g)
      .map(Number);
    if (r + g + b < 384 !== (wanted === 'dark')) wrong.push(`the background is ${r},${g},${b}`);
    return wrong;

    /** The elements that stick out at the right, outside of what scrolls. */
    function widest() {
      const out = [...document.querySelectorAll('body *')].filter(
        (one) =>
          one.getBoundingClientRect().right > innerWidth + 0.5 &&
          one.checkVisibility() &&
          !contained(one),
      );
      return out
        .slice(0, 5)
        .map((one) => `${one.tagName.toLowerCase()}.${one.getAttribute('class')}`)
        .join(', ');
    }

    function contained(one) {
      for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== 'visible') return true;
      }
      return false;
    }
  }, theme);
}
