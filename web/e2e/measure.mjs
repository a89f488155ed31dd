// Prints how fast the pages are here and now. Figures for the documentation; nothing is asserted,
// machines differ.
import os from 'node:os';
import { openBrowser, openPage, settled, visit } from './lib/browser.mjs';
import { pageOf } from './lib/fixture.mjs';
import { grown, played } from './lib/seed.mjs';
import { Server } from './lib/server.mjs';

const TIMES = Number(process.env.TIMES ?? 5);
const POSITIONS = Number(process.env.POSITIONS ?? 2000);

const [server, browser] = await Promise.all([Server.start(), openBrowser()]);
try {
  await measure();
} finally {
  await browser.close();
  await server.stop();
}

async function measure() {
  const project = await grown(server, {
    name: 'Measured',
    position: 'startpos',
    positions: POSITIONS,
    nodes: 200,
  });
  const run = await played(server);
  const of = (page) => pageOf(project, page);
  const pages = {
    Home: '/',
    Analyse: of('analyse/root'),
    Map: of('map/root'),
    Queue: of('queue'),
    Stats: of('stats'),
    Engines: '/engines',
    Learn: '/learn/aima',
    Lab: '/lab',
    Run: `/lab/${run.id}`,
    Settings: '/settings',
    Help: '/help',
  };
  console.log(
    `${os.cpus()[0].model}, ${os.cpus().length} processors, Chromium ${browser.version()}; ` +
      `${project.positions} positions; median of ${TIMES}
`,
  );
  console.log(
    '| Page | first paint, ms | first content, ms | all drawn, ms | requests | kB received |',
  );
  console.log('|---|---:|---:|---:|---:|---:|');
  for (const [name, address] of Object.entries(pages))
    console.log(await row(name, server.origin + address));
  console.log(`\n${await frames(of('map/root'))}`);
}

/** One page, opened with an empty cache. */
async function row(name, url) {
  const seen = [];
  for (let i = 0; i < TIMES; i += 1) {
    const { page, context } = await openPage(browser, server);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.clearBrowserCache');
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
    await visit(page, url);
    seen.push(await page.evaluate(timing));
    await context.close();
  }
  const of = (key) => median(seen.map((one) => one[key]));
  const times = ['paint', 'content', 'drawn'].map((key) => of(key).toFixed(0));
  return `| ${[name, ...times, of('requests'), (of('bytes') / 1000).toFixed(0)].join(' | ')} |`;
}

function timing() {
  const paint = (name) => performance.getEntriesByName(name)[0]?.startTime ?? NaN;
  const all = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ];
  return {
    paint: paint('first-paint'),
    content: paint('first-contentful-paint'),
    drawn: performance.now(),
    requests: all.length,
    bytes: all.reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
}

/** The time of a frame of the map, zoomed in and out. */
async function frames(address) {
  const { page, context } = await openPage(browser, server);
  await visit(page, server.origin + address);
  const canvas = page.locator('.map-canvas').first();
  await page.locator('.map-canvas[data-frame-ms]').first().waitFor();
  const times = [];
  for (const key of ['+', '+', '+', '-', '-', '-']) {
    await page.keyboard.press(key);
    await settled(page);
    times.push(Number(await canvas.getAttribute('data-frame-ms')));
  }
  const boxes = await canvas.getAttribute('data-boxes');
  await context.close();
  const [usual, worst] = [median(times), Math.max(...times)].map((time) => time.toFixed(1));
  return `Map: ${boxes} boxes, a frame takes ${usual} ms (worst ${worst} ms).`;
}

function median(all) {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
}
