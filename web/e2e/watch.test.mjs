// The watch itself: a page that misbehaves is caught. Else nothing that the other tests do not see would mean anything.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { findings } from './lib/axe.mjs';
import { openBrowser, openPage } from './lib/browser.mjs';
import { Server } from './lib/server.mjs';

let server;
let browser;
let at;

before(async () => {
  [server, browser] = await Promise.all([Server.start(), openBrowser()]);
  at = await openPage(browser, server);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const caught = (all, what) => assert.ok(all.some((line) => what.test(line)), `${what} is not in:\n${all.join('\n')}`);

it('sees a request that leaves the machine', async () => {
  const asked = at.page.waitForEvent('request', (request) => request.url().includes('example.org'));
  await at.page.evaluate(() => { location.assign('http://example.org/spy'); });
  await asked;
  caught(at.watch.take(), /a request to http:\/\/example\.org\/spy/);
  await at.page.goto(server.origin);
  at.watch.take();
});

it('sees what the policy forbids', async () => {
  const told = at.page.waitForEvent('console', (said) => /Content Security Policy/.test(said.text()));
  await at.page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.inline = 1' }));
  });
  await told;
  const all = at.watch.take();
  caught(all, /policy: script-src/);
  assert.equal(await at.page.evaluate(() => window.inline), undefined);
});

it('sees errors and what is logged as one', async () => {
  const error = at.page.context().waitForEvent('weberror');
  await at.page.evaluate(() => {
    console.error('a logged error');
    setTimeout(() => { throw new Error('a thrown error'); });
  });
  await error;
  const all = at.watch.take();
  caught(all, /a logged error/);
  caught(all, /a thrown error/);
});

it('sees what people cannot use', async () => {
  await at.page.evaluate(() => document.querySelector('#main').append(document.createElement('button')));
  caught(await findings(at.page), /critical button-name/);
});
