// What most files of tests begin with: a server, a browser and a page before the first test, all
// ended after the last one.
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { openBrowser, openPage } from './browser.mjs';
import { Server } from './server.mjs';

/**
 * Gives an object that holds { server, browser, page, watch, context } while the tests of the file
 * run. `prepare(fixture)` fills the server before the page is opened. Every test must leave the
 * watch with nothing to tell, unless `watched` is false.
 */
export function fixture({ prepare = () => {}, watched = true, view = {} } = {}) {
  const all = {};
  before(async () => {
    [all.server, all.browser] = await Promise.all([Server.start(), openBrowser()]);
    await prepare(all);
    Object.assign(all, await openPage(all.browser, all.server, view));
  });
  if (watched) afterEach(() => assert.deepEqual(all.watch.take(), []));
  after(async () => {
    await all.browser?.close();
    await all.server?.stop();
  });
  return all;
}

/** The address of a page of a project. */
export const pageOf = ({ id }, page) => `/p/${encodeURIComponent(id)}/${page}`;
