// Starts the pages: the frame, the keys that work everywhere, and the page of the address.
import { html, render, useEffect, useState } from '/lib/preact.js';
import { route, go, link, load, arrived, startRouter, title } from '/lib/router.js';
import { startSocket } from '/lib/socket.js';
import { startKeys, useKeys } from '/lib/keys.js';
import { topicOf } from '/lib/topics.js';
import { at } from '/lib/api.js';
import { prefs } from '/lib/prefs.js';
import { TopBar, StatusLine, Banner, PAGE_NAMES } from '/lib/frame.js';
import { Dialogs } from '/lib/dialog.js';
import { Toasts, toast, undoLast } from '/lib/toast.js';
import { openKeys, openPalette } from '/lib/palette.js';
import { Guard, Trouble, Waiting } from '/lib/parts.js';
import { nextPov } from '/lib/format.js';
import { toggleRun } from '/lib/run.js';
import { Notices } from '/lib/notify.js';
import { Unfinished } from '/lib/unfinished.js';

function Unknown({ path }) {
  return html`<div class="narrow">
    <h1>Page not found</h1>
    <p>There is no page at <code>${path}</code>.</p>
    <p><a class="button button--primary" href="/">To the projects</a></p>
  </div>`;
}

/** The page of the address, loaded when it is first needed. */
function Shown({ now }) {
  const [found, setFound] = useState(
    /** @type {any} */ ({ page: null, module: null, error: null }),
  );
  useEffect(() => {
    let wanted = true;
    if (now.page === 'unknown') return undefined;
    load(now.page).then(
      (module) => wanted && setFound({ page: now.page, module, error: null }),
      (error) => wanted && setFound({ page: now.page, module: null, error }),
    );
    return () => {
      wanted = false;
    };
  }, [now.page]);
  const ready = found.page === now.page ? found.module : null;
  useEffect(() => {
    if (ready || now.page === 'unknown') arrived();
  }, [ready, now.page, now.project]);
  if (now.page === 'unknown') return html`<${Unknown} path=${now.path} />`;
  if (found.page === now.page && found.error) {
    return html`<div class="narrow">
      <${Trouble}
        title="This page could not be loaded."
        error=${found.error}
        retry=${() => location.reload()}
      />
    </div>`;
  }
  if (!ready) return html`<div class="narrow"><${Waiting} /></div>`;
  return html`<${ready.Page} route=${now} key=${now.project ?? ''} />`;
}

function projectKeys(now) {
  const project = now.project ?? prefs.project.value;
  const to = (page) => project && (() => go(link[page](project)));
  const run = () => {
    const data = topicOf(at(now.project)).state.peek().data;
    if (data?.writable) toggleRun(data);
  };
  return {
    analyse: to('analyse'),
    map: to('map'),
    queue: to('queue'),
    stats: to('stats'),
    run: now.project && run,
  };
}

function App() {
  const now = route.value;
  const name = PAGE_NAMES[now.page];
  useEffect(() => title(now.page === 'home' ? '' : name, now.project), [now.page, now.project]);
  useKeys('global', {
    help: () => openKeys(name),
    palette: openPalette,
    pov: nextPov,
    undo: () => undoLast() || toast('Nothing to undo.', { seconds: 3 }),
    engines: () => go(link.engines()),
    ...projectKeys(now),
  });
  return html`
    <${TopBar} route=${now} />
    <div class="banners"><${Banner} /><${Unfinished} route=${now} /></div>
    <main id="main" class=${`page page--${now.page}`} tabindex="-1">
      <${Guard} of=${now.path}><${Shown} now=${now} /><//>
    </main>
    <${StatusLine} route=${now} />
    ${now.project && html`<${Notices} key=${now.project} project=${now.project} />`}
    <${Toasts} />
    <${Dialogs} />
  `;
}

startRouter();
startKeys();
startSocket();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')));
