// The book as files: puts the lessons and the search where the page has room for them. Everything
// they need is in the page; what changes a lesson is beside it.
import { html, render, useState } from '/lib/preact.js';
import { lessonAddress } from '/lib/lessons.js';
import { present } from '/lib/module.js';
import { Lesson } from '/pages/help-lesson.js';
import { LiveLesson } from '/pages/help-live.js';
import { Found, findInBook } from '/pages/help-search.js';

/** @type {NodeListOf<HTMLElement>} */
const places = document.querySelectorAll('[data-lesson]');
for (const place of places) {
  const { ask, trace } = JSON.parse(place.querySelector('script')?.textContent ?? '{}');
  const [id, other] = String(place.dataset.lesson).split(' ');
  const href = `${lessonAddress(id)}${other ? `&with=${encodeURIComponent(other)}` : ''}`;
  const lesson = present
    ? html`<${LiveLesson} trace=${trace} start=${ask} href=${href} />`
    : html`<${Lesson} trace=${trace} />`;
  render(lesson, place);
}

const words = document.querySelector('#book-words');
const box = document.querySelector('#book-search');
if (words && box) {
  const { chapters } = JSON.parse(words.textContent);
  render(html`<${Search} chapters=${chapters} />`, box);
}

function Search({ chapters }) {
  const [search, setSearch] = useState('');
  const address = (chapter, id) => `${chapter}.html#${id}`;
  const rows = findInBook(chapters, search);
  return html`<div role="search">
    <input
      type="search"
      value=${search}
      onInput=${(event) => setSearch(event.currentTarget.value)}
      aria-label="Search the book"
      placeholder="Search the book"
    />
    <${Found} rows=${rows} search=${search} address=${address} />
    ${search.trim() && rows.length === 0 && html`<p>Nothing found.</p>`}
  </div>`;
}
