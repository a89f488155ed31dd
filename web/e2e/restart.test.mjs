// A server that is killed in the middle of an analysis: the next one has the same address, engine
// and options, and one click resumes it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { settled, visit } from './lib/browser.mjs';
import { fixture, pageOf } from './lib/fixture.mjs';
import { LOOKED_AT } from './lib/places.mjs';
import { grown } from './lib/seed.mjs';
import { until } from './lib/wait.mjs';

const at = fixture();
const AWAY = /WebSocket|ERR_CONNECTION|Failed to load resource/;

const project = (id) => at.server.ask(`/api/p/${encodeURIComponent(id)}`);

/** Whether Stockfish is here. With CI=true it must be. */
async function stockfish() {
  const { engines } = await at.server.ask('/api/engines');
  const found = engines.some(({ id }) => id === 'stockfish');
  assert.ok(found || process.env.CI !== 'true', 'stockfish is missing');
  return found;
}

async function killAndRestart() {
  const { page, server, watch } = at;
  await watch.forgive(AWAY, async () => {
    server.process.kill('SIGKILL');
    await server.ended;
    await page.getByText('Connection lost').waitFor();
    await server.begin(server.port);
    await settled(page);
  });
  await page.getByText('Connection lost').waitFor({ state: 'detached' });
}

it('after kill -9 one click resumes it with the same engine and options', async (t) => {
  if (!(await stockfish())) return t.skip('no stockfish');
  const { page, server } = at;
  const name = 'Spanish';
  await server.ask('/api/projects', { name, position: 'e4 e5 Nf3 Nc6 Bb5', run: false });
  await server.ask('/api/p/Spanish/settings', { nodes: 20_000 });
  const wish = { engine: 'stockfish', count: 1, hash: 32, options: { Threads: '1' } };
  await server.ask('/api/p/Spanish/run', { state: 'running', ...wish });
  await visit(page, server.origin + pageOf({ id: name }, 'analyse/root'));
  const before = await until('some results', async () => {
    const now = await project(name);
    return now.evaluations > 5 && now;
  });
  // Results are saved in groups: after so many more, those before are on the disk.
  await until(
    'later results',
    async () => (await project(name)).evaluations > before.evaluations + 60,
  );
  const { port } = server;
  await killAndRestart();
  assert.equal(server.port, port);
  const offer = page.locator('.unfinished', { hasText: name });
  await offer.getByRole('button', { name: 'Resume' }).waitFor();
  await page.screenshot({ path: `${LOOKED_AT}/restart-analyse.png` });
  const kept = await project(name);
  assert.equal(kept.state, 'idle');
  assert.ok(kept.positions >= before.positions, `${kept.positions} of ${before.positions}`);
  const clicked = Date.now();
  await offer.getByRole('button', { name: 'Resume' }).click();
  const going = await until('more results', async () => {
    const now = await project(name);
    return now.evaluations > kept.evaluations && now;
  });
  t.diagnostic(`resumed ${Date.now() - clicked} ms after the click`);
  assert.equal(going.running.engine, 'stockfish');
  assert.equal(going.running.workers, 1);
  assert.deepEqual(going.last_run.options, ['Threads=1']);
  assert.equal(going.last_run.hash, 32);
  await offer.waitFor({ state: 'detached' });
  const { sources } = await server.ask('/api/p/Spanish/stats');
  assert.equal(sources.length, 1, JSON.stringify(sources));
});

it('Stop now ends the searches, Run goes on with the same engine', async (t) => {
  if (!(await stockfish())) return t.skip('no stockfish');
  const { page, server } = at;
  await visit(page, server.origin + pageOf({ id: 'Spanish' }, 'analyse/root'));
  await page.getByRole('button', { name: 'Stop now' }).click();
  await page.getByRole('button', { name: '▶ Run' }).click();
  const now = await until('it runs', async () => {
    const project_ = await project('Spanish');
    return project_.state === 'running' && project_;
  });
  assert.equal(now.running.engine, 'stockfish');
  await page.getByRole('button', { name: 'Stop now' }).click();
  await page.getByRole('button', { name: '▶ Run' }).waitFor();
});

it('another engine asks first', async (t) => {
  if (!(await stockfish())) return t.skip('no stockfish');
  const { page, server, watch } = at;
  await visit(page, `${server.origin}/engines?project=Spanish`);
  const choice = page.locator('form.run-form select');
  assert.equal(await choice.inputValue(), 'stockfish', 'as in the last run');
  await choice.selectOption('builtin');
  await watch.forgive(/409/, async () => {
    await page.getByRole('button', { name: '▶ Run Spanish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/results in this project are by Stockfish/).waitFor();
    await page.screenshot({ path: `${LOOKED_AT}/restart-other-engine.png` });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
  assert.equal((await project('Spanish')).state, 'idle');
  assert.equal((await project('Spanish')).last_run.engine, 'stockfish');
});

it('Home offers every analysis that was running, and Not now ends the offer', async () => {
  const { page, server } = at;
  await server.ask('/api/projects', { name: 'Four', game: 'connect4', run: true, count: 1 });
  await visit(page, `${server.origin}/`);
  await killAndRestart();
  const offer = page.locator('.unfinished', { hasText: 'Four' });
  await offer.waitFor();
  await page.screenshot({ path: `${LOOKED_AT}/restart-home.png` });
  await offer.getByRole('button', { name: 'Not now' }).click();
  await offer.waitFor({ state: 'detached' });
  assert.equal((await project('Four')).last_run.unfinished, false);
});

it('a project is renamed, duplicated, archived, deleted, and comes back', async () => {
  const { page, server } = at;
  await grown(server, { name: 'Old name', positions: 6 });
  await visit(page, `${server.origin}/`);
  const choose = async (id, what) => {
    await page.getByRole('button', { name: `More for ${id}`, exact: true }).click();
    await page.getByRole('button', { name: what, exact: true }).click();
  };
  const row = (id) => page.locator(`[data-row="${id}"]`);
  await choose('Old name', 'Rename…');
  await page.getByLabel('New name').fill('New name');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await row('New name').waitFor();
  await row('Old name').waitFor({ state: 'detached' });
  await choose('New name', 'Duplicate…');
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await row('New name copy').waitFor();
  await choose('New name copy', 'Archive');
  await row('New name copy').waitFor({ state: 'detached' });
  await choose('New name', 'Delete…');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row('New name').waitFor({ state: 'detached' });
  const deleted = page.locator('.toast', { hasText: 'Deleted New name' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await row('New name').waitFor();
  await page.getByText(/^Archived and deleted projects/).click();
  await page.screenshot({ path: `${LOOKED_AT}/restart-shelved.png` });
  await page.getByRole('button', { name: 'Restore New name copy' }).click();
  await row('New name copy').waitFor();
  const [one, two] = [await project('New name'), await project('New name copy')];
  assert.deepEqual([one.positions, one.value], [two.positions, two.value]);
});
