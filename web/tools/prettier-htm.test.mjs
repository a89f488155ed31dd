// However a template is laid out, htm must read the same tree.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { format } from 'prettier';
import htm from '../assets/vendor/htm/htm.js';
import * as plugin from './prettier-htm.mjs';

const LONG = 'word '.repeat(30).trim();

const TEMPLATES = {
  'a space between elements stays': '<p><b>a</b> <i>b</i></p>',
  'a space around values stays': '<p>a ${1} b${2} <b>c</b> ${3}</p>',
  'a space before a long element stays': `<p><b title="${LONG}">a</b> <i title="${LONG}">b</i></p>`,
  'a long text is wrapped': `<p class="a">${LONG} <b>${LONG}</b>, ${LONG}</p>`,
  'line breaks between elements are nothing': '<p>\n  <b>a</b>\n\n  <i>b</i>\n</p>',
  'attributes of every kind': '<input disabled class="a ${1} b" ...${2} value=${3} onInput=${4} />',
  'components, and what ends them': '<${1} a=${2}><${3} />text<//>',
  'white space of code stays': `<div title="${LONG}"><pre>a\n  b ${'${1}'}</pre></div>`,
  'several roots, and spaces at the ends': ' <b>a</b><i>b</i> ',
};

/** What htm reads; white space within a text is one space to a browser, except in <pre>. */
function read(source) {
  const h = (type, props, ...children) => ({
    type,
    props,
    children: type === 'pre' ? children : children.map(collapsed),
  });
  const html = htm.bind(h);
  return new Function('html', `return ${source}`)(html);
}

const collapsed = (child) => (typeof child === 'string' ? child.replace(/\s+/g, ' ') : child);

for (const [what, template] of Object.entries(TEMPLATES)) {
  it(what, async () => {
    const source = `html\`${template}\``;
    const options = { parser: 'babel', plugins: [plugin], printWidth: 60, semi: false };
    const once = await format(source, options);
    assert.deepEqual(read(once), read(source), once);
    assert.equal(await format(once, options), once, 'a second time changes nothing');
  });
}
