// The queue and the watches: tasks with their progress, Cancel and Retry; what changed, by cause;
// notifications, the title and the icon of the tab.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { findings } from './lib/axe.mjs';
import { visit } from './lib/browser.mjs';
import { fixture, pageOf } from './lib/fixture.mjs';
import { LOOKED_AT } from './lib/places.mjs';
import { grown } from './lib/seed.mjs';
import { until } from './lib/wait.mjs';

const LONG = 50_000_000; // nodes: a search that is at work for as long as a test looks

let project;
const at = fixture({
  prepare: async ({ server }) => {
    project = await grown(server, { name: 'Queue', positions: 30 });
  },
});

const api = (part = '') => `/api/p/${encodeURIComponent(project.id)}${part}`;
const open = (page, where) => visit(page, at.server.origin + pageOf(project, where));
const shot = (page, name) => page.screenshot({ path: path.join(LOOKED_AT, `${name}.png`) });

async function run(nodes) {
  await at.server.ask(api('/settings'), { nodes });
  await at.server.ask(api('/run'), { state: 'running', engine: 'builtin', count: 1 });
}

/** Pauses; asked twice, searches at work are stopped. */
async function pause() {
  await at.server.ask(api('/run'), { state: 'idle' });
  await at.server.ask(api('/run'), { state: 'idle' });
  await until('the pause', async () => (await at.server.ask(api())).state === 'idle');
}

/** Runs until there are this many positions more. */
async function grow(more) {
  const { positions } = await at.server.ask(api());
  await run(4000);
  await until('growth', async () => (await at.server.ask(api())).positions >= positions + more);
  await pause();
}

describe('What changed', () => {
  it('is grouped by cause, with the line that carried it', async () => {
    const { page, server } = at;
    await server.ask(api('/seen'), {});
    const carried = ({ causes }) => causes.filter((cause) => cause.carried.length > 0);
    let told;
    await until('a result that changed another position', async () => {
      await grow(25);
      told = await server.ask(api('/changes?since=seen'));
      return carried(told).length > 0;
    });
    assert.ok(carried(told).every((cause) => cause.line));
    await open(page, 'stats');
    await page.locator('.cause').first().waitFor();
    assert.equal(await page.locator('.cause').count(), told.causes.length);
    const times = told.causes.map((cause) => cause.at ?? 0);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    await shot(page, 'changes-by-cause');
    assert.deepEqual(await findings(page), []);
  });
});

// After it, tasks that are too long for the other tests stay open.
describe('Queue', () => {
  it('says which engine has a task, how far it is, and cancels it', async () => {
    const { page, server } = at;
    await run(LONG);
    await open(page, 'queue');
    const atWork = page.locator('tr[data-task=searching]');
    await until('a task at work', async () => (await atWork.count()) === 1);
    const progress = await until('some progress', async () => {
      const { open: rows } = await server.ask(api('/queue'));
      // The first tasks were given out before the settings changed: they are short.
      return rows.find((row) => row.state === 'searching' && row.nodes >= LONG && row.searched > 0);
    });
    assert.ok(progress.searched <= progress.nodes && progress.age >= 0, JSON.stringify(progress));
    assert.match(progress.engine, /built-in/);
    await until('the progress on the page', async () =>
      / of .*M/.test(await atWork.locator('.queue-progress').textContent()),
    );
    await shot(page, 'queue-progress');
    await atWork.getByRole('button', { name: /^Cancel the task/ }).click();
    const failed = page.locator('.queue-reason', { hasText: 'cancelled' });
    await failed.first().waitFor();
    await until('another task at work', async () => {
      const { open: rows } = await server.ask(api('/queue'));
      const now = rows.find((one) => one.state === 'searching');
      return now && now.ticket !== progress.ticket;
    });
    await shot(page, 'queue-cancelled');
    assert.deepEqual(await findings(page), []);
    const before = (await server.ask(api('/queue'))).parked.length;
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await until(
      'the retry',
      async () => (await server.ask(api('/queue'))).parked.length === before - 1,
    );
    await pause();
  });
});

describe('Watches', () => {
  it('tells on the desktop where it is allowed, else at the edge, and marks the tab', async () => {
    const { page, server, context } = at;
    await context.grantPermissions(['notifications'], { origin: server.origin });
    await page.addInitScript(() => {
      window.told = [];
      window.Notification = class extends Notification {
        constructor(title, options) {
          super(title, options);
          window.told.push(`${title}: ${options.body}`);
        }
      };
    });
    await server.ask(api('/seen'), {});
    await open(page, 'stats');
    const toggle = page.getByRole('button', { name: /^Notifications/ });
    assert.equal(await toggle.getAttribute('aria-pressed'), 'false');
    assert.doesNotMatch(await page.title(), /^\(/);
    await toggle.click();
    await until('the switch', async () => (await toggle.getAttribute('aria-pressed')) === 'true');
    await excludeBest({ rule: 'best' });
    await until('the notification', () => page.evaluate(() => window.told.length > 0), 30_000);
    const [text] = await page.evaluate(() => window.told);
    assert.match(text, /^\S+: Root position: the best move changes: \S+ → \S+$/);
    await until('the title', async () => /^\(1\) /.test(await page.title()));
    assert.equal(await page.locator('link[rel=icon]').getAttribute('href'), '/icon-news.svg');
    await shot(page, 'watch-told');
    await page.getByRole('button', { name: /Mark all as seen/ }).click();
    await until('all is seen', async () => !/^\(/.test(await page.title()));
    assert.equal(await page.locator('link[rel=icon]').getAttribute('href'), '/icon.svg');
    await toggle.click();
    await excludeBest();
    await page.locator('.toast', { hasText: 'the best move changes' }).waitFor();
    assert.equal(await page.evaluate(() => window.told.length), 1);
  });
});

/** Watches the root, and excludes its best move: the next one is the best now. */
async function excludeBest(rule) {
  const { server } = at;
  const act = (action) => server.ask(api('/node/root/actions'), action);
  if (rule) await act({ do: 'watch', ...rule });
  const { best } = await server.ask(api('/node/root/moves'));
  await act({ do: 'exclude', move: best });
}

describe('Weights', () => {
  it('are set in the form, and only what is new is sent', async () => {
    const { page, server } = at;
    await open(page, 'queue');
    await page.getByText('Weights', { exact: true }).click();
    await page.getByLabel('Pawn march').fill('30');
    await page.getByRole('button', { name: 'Apply' }).click();
    const weights = async () => (await server.ask(api())).settings.cost.weights;
    await until('the new weight', async () => (await weights()).march === 0.3);
    assert.equal((await weights()).check, 0.25);
    assert.deepEqual(await findings(page), []);
    await page.getByLabel('A move’s cost').selectOption('rivest');
    assert.equal(await page.getByLabel('Pawn march').count(), 0);
  });
});
