// The laboratory: the list of runs, or one of them.
import { html } from '/lib/preact.js';
import { List } from '/pages/lab-list.js';
import { Detail } from '/pages/lab-run.js';

export default 'Lab';

/** @param {{ route: Route }} props */
export function Page({ route }) {
  return route.run ? html`<${Detail} id=${route.run} key=${route.run} />` : html`<${List} />`;
}
