// Details that were wrong once: each has its test.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openPage, visit } from './lib/browser.mjs';
import { fixture, pageOf } from './lib/fixture.mjs';
import { grown } from './lib/seed.mjs';
import { Server } from './lib/server.mjs';
import { until } from './lib/wait.mjs';

let project;
const at = fixture({
  prepare: async ({ server }) => {
    project = await grown(server, { name: 'Details', positions: 30 });
  },
});

const open = (page, where) => visit(page, at.server.origin + where);
const of = (page) => pageOf(project, page);

it('nothing sticks out at 320 px', async () => {
  const { page, context } = await openPage(at.browser, at.server, { width: 320, height: 640 });
  for (const where of ['/', of('queue'), '/help', '/play/connect4', '/learn/exercises']) {
    await open(page, where);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 320, `${where} is ${wide} px wide`);
  }
  await context.close();
});

describe('Analyse', () => {
  it('a flipped board stays flipped', async () => {
    const { page } = at;
    await open(page, of('analyse/root'));
    await page.keyboard.press('f');
    const first = page.locator('.board-panel .coordinates text').first();
    const turned = () => page.locator('.bar-eval--flipped').count();
    await until('the flip', async () => (await turned()) === 1);
    await page.reload();
    await first.waitFor();
    assert.equal(await turned(), 1);
    await page.keyboard.press('f');
    await until('the flip back', async () => (await turned()) === 0);
  });

  it('hiding engine output hides the next task, too', async () => {
    const { page } = at;
    await open(page, of('analyse/root'));
    await page.locator('.status-next').waitFor();
    await page.keyboard.press('z');
    await page.locator('.status-next').waitFor({ state: 'detached' });
    await page.keyboard.press('z');
    await page.locator('.status-next').waitFor();
  });

  it('the move box takes a list of moves', async () => {
    const { page } = at;
    await open(page, of('analyse/root'));
    const box = page.getByLabel('Type a move, or help');
    await box.fill('Nf3 Nc6 3.Bb5');
    await box.press('Enter');
    await page.locator('.path', { hasText: 'Bb5' }).waitFor();
    await box.fill('Qh9');
    await box.press('Enter');
    await page.getByText('Illegal move: Qh9').waitFor();
  });

  it('all of the left column is reached by scrolling the page', async () => {
    const { page, context } = await openPage(at.browser, at.server, { width: 1366, height: 768 });
    await open(page, of('analyse/root'));
    await page.mouse.move(1000, 400);
    const bottom = () =>
      page.locator('#panel-engine').evaluate((panel) => panel.getBoundingClientRect().bottom);
    await until('the live engine is in sight', async () => {
      await page.mouse.wheel(0, 4000);
      return (await bottom()) <= 768;
    });
    await context.close();
  });

  it('a watch for the best move asks for no number', async () => {
    const { page } = at;
    await open(page, of('analyse/root'));
    await page.keyboard.press('w');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('the best move changes').waitFor();
    assert.equal(await dialog.locator('#rule-points').count(), 0);
    await dialog.getByLabel('the value moves by').check();
    await dialog.locator('#rule-points').waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('the frame', () => {
  it('the engine lamp says idle, and a match that runs is counted', async () => {
    const { page, server } = at;
    await open(page, '/');
    assert.match(await page.locator('.lamp').textContent(), /idle/);
    const { id } = await server.ask('/api/runs', {
      kind: 'match',
      a: 'alphabeta',
      b: 'alphabeta',
      game: 'connect4',
      limits: { nodes: '20k' },
      games: 2000,
      threads: 1,
    });
    await page.locator('.status', { hasText: /1\s*match running/ }).waitFor();
    await open(page, `/lab/${id}`);
    await page.locator('.muted', { hasText: /about .* left/ }).waitFor();
    await page.getByRole('button', { name: `Pause: ${id}` }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/lab');
    await page.getByText('No run yet.').waitFor();
    assert.deepEqual((await server.ask('/api/runs')).runs, []);
  });

  it('no point of view where nothing has a value', async () => {
    const { page } = at;
    await open(page, '/learn/aima');
    assert.equal(await page.locator('.pov').count(), 0);
    await open(page, '/');
    assert.equal(await page.locator('.pov').count(), 1);
  });

  it('Engines names the configuration file that is read', async () => {
    const { page, server } = at;
    await open(page, '/engines');
    await page.getByText(`${server.home}/gametree/config.toml`).waitFor();
  });
});

describe('Learn', () => {
  it('weights of edges do not cover each other', async () => {
    const { page } = at;
    await open(page, '/learn/rivest');
    await page.locator('.learn-caption').first().waitFor();
    await page.keyboard.press('End');
    await page.locator('.lt-weight').first().waitFor();
    const covered = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('.lt-weight')].map((one) => ({
        text: one.textContent.trim(),
        ...one.getBoundingClientRect().toJSON(),
      }));
      const apart = (a, b) =>
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      return boxes.flatMap((a, i) =>
        boxes
          .slice(i + 1)
          .filter((b) => !apart(a, b))
          .map((b) => `${a.text} and ${b.text}`),
      );
    });
    assert.deepEqual(covered, []);
  });

  it('a game lesson ends with its root in sight', async () => {
    const { page } = at;
    for (const lesson of ['tictactoe', 'connect4', 'squares']) {
      await open(page, `/learn/${lesson}`);
      await page.locator('.learn-caption').first().waitFor();
      await page.keyboard.press('End');
      const inside = () =>
        page.evaluate(() => {
          const stage = document.querySelector('.lt-stage').getBoundingClientRect();
          const root = document.querySelector('[data-node="0"]').getBoundingClientRect();
          return (
            root.left >= stage.left &&
            root.right <= stage.right + 1 &&
            root.top >= stage.top - 1 &&
            root.bottom <= stage.bottom + 1
          );
        });
      await until(`the root of ${lesson}`, inside);
    }
  });

  it('queens stand above the fold', async () => {
    const { page, context } = await openPage(at.browser, at.server, { width: 1366, height: 768 });
    await open(page, '/learn/queens');
    const bottom = await page
      .locator('.lq')
      .first()
      .evaluate((board) => board.getBoundingClientRect().bottom);
    assert.ok(bottom <= 768 - 30, `${bottom} px`);
    await context.close();
  });

  it('both searches for the queens start from the same board', async () => {
    const { page } = at;
    await open(page, '/learn/queens');
    const boards = page.locator('.lq');
    await boards.nth(1).waitFor();
    const rows = async (pane) => (await boards.nth(pane).getAttribute('aria-label')).split(';')[0];
    assert.equal(await rows(0), await rows(1));
  });

  it('p of the slider is in the link', async () => {
    const { page } = at;
    await open(page, '/learn/rivest?p=25&step=9');
    await page.locator('.learn-p b', { hasText: '25' }).waitFor();
    await page.getByLabel('p, from 1 to 50').fill('30');
    await page.waitForURL(/[?&]p=30/);
  });
});

it('a read-only server offers nothing that it refuses', async () => {
  const server = await Server.start({ args: ['--read-only'] });
  const { page, context } = await openPage(at.browser, server);
  await page.getByText('Read-only server.').waitFor();
  assert.equal(await page.getByRole('button', { name: /New|Start a project/ }).count(), 0);
  await context.close();
  await server.stop();
});

it('who comes without the token is told what to do', async () => {
  const context = await at.browser.newContext({ viewport: { width: 600, height: 500 } });
  const page = await context.newPage();
  await page.goto(at.server.origin);
  await page.getByText('Open the link printed by gametree serve').waitFor();
  const font = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
  assert.match(font, /system-ui/);
  await context.close();
});

it('a stopped server is told once, and moves that are not loaded are not gone to', async () => {
  const server = await Server.start();
  const grew = await grown(server, { name: 'Away', positions: 12 });
  const { page, watch, context } = await openPage(at.browser, server);
  await visit(page, server.origin + pageOf(grew, 'analyse/root'));
  await page.locator('.moves').waitFor();
  await watch.forgive(/./, async () => {
    await server.interrupt();
    await page.locator('.banner', { hasText: 'Connection lost' }).waitFor();
    const said = await page.locator('#main .trouble').allTextContents();
    assert.deepEqual(said, []);
    assert.equal(await page.getByText('Another program').count(), 0);
    assert.equal(await page.locator('.banner').count(), 1);
  });
  await context.close();
  await server.stop();
});
