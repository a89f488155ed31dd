// Engines on other computers: the page names the line that adds one, shows the workers, and lists
// what was not believed.
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findings } from './lib/axe.mjs';
import { openBrowser, openPage, visit } from './lib/browser.mjs';
import { publishNonsense, startBroker, startWorker } from './lib/farm.mjs';
import { LOOKED_AT } from './lib/places.mjs';
import { Server } from './lib/server.mjs';
import { until } from './lib/wait.mjs';

const at = {};

before(async () => {
  at.server = new Server();
  at.server.home = await mkdtemp(path.join(tmpdir(), 'gametree-e2e-'));
  at.broker = await startBroker(path.join(at.server.home, 'projects', 'broker'));
  at.server.args = ['--broker', at.broker.coordinator];
  await at.server.begin(0);
  at.worker = startWorker(at.broker.worker);
  at.browser = await openBrowser();
  Object.assign(at, await openPage(at.browser, at.server, {}));
});

after(async () => {
  await at.browser?.close();
  await at.server?.interrupt();
  await at.worker?.stop();
  await at.broker?.stop();
  await at.server?.stop();
});

describe('Many computers', () => {
  it('are added by one line, shown while they work, and not believed when they lie', async () => {
    const { page, server, broker } = at;
    const asked = { name: 'Far', game: 'chess', position: 'e4 e5', engine: 'builtin', count: 1 };
    await server.ask('/api/projects', { ...asked, run: false });
    await server.ask('/api/p/Far/run', { state: 'running', engine: 'builtin', count: 1 });
    await visit(page, `${server.origin}/engines`);
    const add = page.getByRole('region', { name: 'Add a computer' });
    await add.waitFor();
    const line = await add.locator('pre').textContent();
    assert.equal(line, `gametree worker --broker ${broker.worker} --engine stockfish`);

    const row = page.locator('.workers tbody tr').filter({ hasText: '1 ×' });
    await row.waitFor();
    const results = () => server.ask('/api/workers').then(({ rows }) => rows[0]);
    await until('results of the worker', async () => (await results())?.answered > 2);
    const { name, state, failed, speed } = await results();
    assert.match(name, /\(1 × .+\)$/);
    assert.match(state, /searching|idle/);
    assert.equal(failed, 0);
    assert.ok(speed === null || speed > 0);

    await publishNonsense(broker);
    const refused = page.getByRole('region', { name: 'Refused results' });
    await refused.getByText('malformed').waitFor();
    const [told] = (await server.ask('/api/workers')).refused;
    assert.equal(told.project, 'Far');
    assert.match(told.what, /^malformed/);
    await page.screenshot({ path: path.join(LOOKED_AT, 'farm.png'), fullPage: true });
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(at.watch.take(), []);
  });
});
