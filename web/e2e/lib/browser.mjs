// Debian's Chromium, that talks to nobody but the server.
import { chromium } from 'playwright-core';
import { CHROMIUM, mustExist } from './places.mjs';
import { Watch } from './watch.mjs';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--no-default-browser-check',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Starts a browser. */
export function openBrowser({ args = [] } = {}) {
  mustExist('browser', CHROMIUM, 'CHROMIUM');
  return chromium.launch({ executablePath: CHROMIUM, args: [...ARGS, ...args] });
}

/** A page that is known to the server, and the watch over it: { page, watch, context }. */
export async function openPage(
  browser,
  server,
  { width = 1366, height = 860, dark = false, moving = false } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: moving ? 'no-preference' : 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-GB',
  });
  context.setDefaultTimeout(60_000); // busy machines are slow
  const watch = new Watch(server.origin);
  await watch.over(context);
  const page = await context.newPage();
  await page.goto(server.door);
  await settled(page);
  return { page, watch, context };
}

/** Goes to an address and waits until it is there. */
export async function visit(page, url) {
  await page.goto(url);
  await settled(page);
}

/**
 * The page is drawn: the connection is live, nothing in sight says "one moment", fonts are there,
 * nothing moves.
 */
export async function settled(page) {
  await page.locator('.connection--live').waitFor({ state: 'attached' });
  await page.waitForFunction(() => {
    const main = document.querySelector('#main');
    const waits = [...document.querySelectorAll('.waiting, [aria-busy="true"]')].some((one) =>
      one.checkVisibility(),
    );
    const moves = document
      .getAnimations()
      .some(
        (one) => one.playState === 'running' && one.effect?.getTiming().iterations !== Infinity,
      );
    return main?.childElementCount > 0 && !waits && !moves && document.fonts.status === 'loaded';
  });
}
