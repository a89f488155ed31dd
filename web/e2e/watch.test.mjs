// The watch itself: a page that misbehaves is caught. Else nothing that the other tests do not see
// would mean anything.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findings } from './lib/axe.mjs';
import { fixture } from './lib/fixture.mjs';
import { until } from './lib/wait.mjs';

const at = fixture({ watched: false });

const has = (all, what) => all.some((line) => what.test(line));
const caught = (all, what) => assert.ok(has(all, what), `${what} is not in:\n${all.join('\n')}`);
/** News of the page come when they come. */
const told = (what) => until(String(what), () => has(at.watch.trouble, what));

it('sees a request that leaves the machine', async () => {
  const other = await at.context.newPage();
  await assert.rejects(other.goto('http://example.org/spy'), /ERR_NAME_NOT_RESOLVED/);
  await other.close();
  caught(at.watch.take(), /a request to http:\/\/example\.org\/spy/);
});

it('sees what the policy forbids', async () => {
  await at.page.evaluate(() => {
    document.body.append(
      Object.assign(document.createElement('script'), { textContent: 'window.inline = 1' }),
    );
  });
  await told(/console error: Executing inline script/);
  await told(/policy: script-src/);
  assert.equal(await at.page.evaluate(() => window.inline), undefined);
  at.watch.take();
});

it('sees errors and what is logged as one', async () => {
  await at.page.evaluate(() => {
    console.error('a logged error');
    setTimeout(() => {
      throw new Error('a thrown error');
    });
  });
  await told(/a logged error/);
  await told(/a thrown error/);
  at.watch.take();
});

it('sees what people cannot use', async () => {
  await at.page.evaluate(() =>
    document.querySelector('#main').append(document.createElement('button')),
  );
  caught(await findings(at.page), /critical button-name/);
});
