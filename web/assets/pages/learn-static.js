// The Learn page in a book without a server: the module of the classroom answers it.
import { html, render } from '/lib/preact.js';
import { Dialogs } from '/lib/dialog.js';
import { startKeys } from '/lib/keys.js';
import { Toasts } from '/lib/toast.js';
import { Page } from '/pages/learn.js';

const query = Object.fromEntries(new URL(location.href).searchParams);
const route = { page: 'learn', path: location.pathname, hash: '', example: query.lesson, query };

startKeys();
render(
  html`<${Page} route=${route} /><${Toasts} /><${Dialogs} />`,
  /** @type {HTMLElement} */ (document.querySelector('#classroom')),
);
