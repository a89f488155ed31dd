// The book under Help: its contents, and a chapter with its lessons in the text.
import { html, render, signal, useEffect, useRef, useState } from '/lib/preact.js';
import { get } from '/lib/api.js';
import { Trouble, Waiting } from '/lib/parts.js';
import { title } from '/lib/router.js';
import { Lesson } from '/pages/help-lesson.js';
import { examples, pane } from '/pages/learn-state.js';

/** The book: { chapters }, null until it came; { chapters: [], error } where it did not. */
export const book = signal(null);
/** @type {Promise<void> | null} */
let asked = null;

/** Asks for the book, once. */
export function loadBook() {
  asked ??= get('/api/book').then(
    (found) => {
      book.value = found;
    },
    (error) => {
      asked = null;
      book.value = { chapters: [], error };
    },
  );
}

/** The address of a chapter, or of a heading in it. */
export function chapterAddress(name, id = '') {
  return `/help/${encodeURIComponent(name)}${id && `#${encodeURIComponent(id)}`}`;
}

/** @param {{ now: string }} props */
export function Contents({ now }) {
  const chapters = book.value?.chapters ?? [];
  const parts = [...new Set(chapters.map(({ part }) => part))];
  return html`<nav class="help-index" aria-label="Contents">
    <div>
      ${parts.map(
        (part) => html`
          ${part && html`<b>${part}</b>`}
          <ul>
            ${chapters
              .filter((chapter) => chapter.part === part)
              .map(
                ({ name, title: own }) => html`<li key=${name}>
                  <a href=${chapterAddress(name)} aria-current=${name === now ? 'page' : undefined}>
                    ${own}
                  </a>
                </li>`,
              )}
          </ul>
        `,
      )}
    </div>
  </nav>`;
}

/** @param {{ name: string, hash: string }} props */
export function Chapter({ name, hash }) {
  const [found, setFound] = useState(null);
  const [trouble, setTrouble] = useState(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    setTrouble(null);
    get(`/api/book/${encodeURIComponent(name)}`).then(
      (chapter) => wanted && setFound(chapter),
      (error) => wanted && setTrouble(error),
    );
    return () => {
      wanted = false;
    };
  }, [name, tries]);
  useEffect(() => title(found?.title, 'Help'), [found]);
  if (trouble) return html`<${Trouble} error=${trouble} retry=${() => setTries(tries + 1)} />`;
  if (found?.name !== name) return html`<${Waiting} rows=${8} />`;
  return html`<article class="book">
    <${Text} chapter=${found} hash=${hash} />
    <${Neighbours} name=${name} />
  </article>`;
}

function Text({ chapter, hash }) {
  const box = useRef(null);
  useEffect(() => {
    const places = [...box.current.querySelectorAll('[data-lesson]')];
    places.forEach(mountLesson);
    return () => places.forEach((place) => render(null, place));
  }, [chapter]);
  useEffect(() => {
    const aim = hash && document.getElementById(hash);
    if (aim) aim.scrollIntoView({ block: 'start' });
    else window.scrollTo(0, history.state?.scroll ?? 0);
  }, [chapter, hash]);
  return html`<div ref=${box} dangerouslySetInnerHTML=${{ __html: chapter.html }}></div>`;
}

/** Puts a lesson in its place; `data-lesson` names it, and a search where not its own. */
async function mountLesson(place) {
  const [id, other] = place.dataset.lesson.split(' ');
  render(html`<${Waiting} rows=${4} />`, place);
  try {
    examples.value ??= (await get('/api/learn/examples')).examples;
    const example = examples.value.find((one) => one.id === id);
    const search = other ?? example.with;
    const { trace } = await pane({ ...example, seed: null }, search);
    const href = `/learn/${id}${other ? `?with=${encodeURIComponent(other)}` : ''}`;
    if (place.isConnected) render(html`<${Lesson} trace=${trace} href=${href} />`, place);
  } catch (error) {
    render(html`<${Trouble} error=${error} retry=${() => mountLesson(place)} />`, place);
  }
}

function Neighbours({ name }) {
  const chapters = book.value?.chapters ?? [];
  const at = chapters.findIndex((chapter) => chapter.name === name);
  const [before, after] = [chapters[at - 1], chapters[at + 1]];
  if (at < 0) return null;
  return html`<nav class="book-turn no-print" aria-label="Chapters">
    ${before && html`<a rel="prev" href=${chapterAddress(before.name)}>← ${before.title}</a>`}
    <span class="grow"></span>
    ${after && html`<a rel="next" href=${chapterAddress(after.name)}>${after.title} →</a>`}
  </nav>`;
}
