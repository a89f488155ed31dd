// The search of the book: sections that have all words, those with the words in their headings
// first.
import { html } from '/lib/preact.js';

const MOST = 40;
const AROUND = 70; // letters shown on each side of a word

/** A test for texts: whether they have all words of a search. */
export function matcher(search) {
  const words = wordsOf(search);
  return (text) => words.every((word) => text.toLowerCase().includes(word));
}

function wordsOf(search) {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * What a search finds: rows of { chapter, id, title, text }, the best first.
 * @param {any[]} chapters
 * @param {string} search
 */
export function findInBook(chapters, search) {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const rows = chapters.flatMap((chapter) =>
    chapter.sections.map((section) => ({
      chapter,
      ...section,
      rank: rank(chapter, section, words),
    })),
  );
  return rows
    .filter(({ rank: own }) => own > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST);
}

/** 0 where a word is missing; a word of a heading counts most, one of the chapter's title next. */
function rank(chapter, { title, text }, words) {
  const [heading, name, body] = [title, chapter.title, text].map((part) => part.toLowerCase());
  let sum = 0;
  for (const word of words) {
    const own =
      (heading.includes(word) ? 8 : 0) +
      (name.includes(word) ? 4 : 0) +
      Math.min(3, body.split(word).length - 1);
    if (own === 0) return 0;
    sum += own;
  }
  return sum;
}

/** The words round the first one that was looked for. */
function excerpt(text, search) {
  const [word] = wordsOf(search);
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const from = Math.max(0, at - AROUND);
  const cut = text.slice(from, at + AROUND + word.length).trim();
  return `${from > 0 ? '… ' : ''}${cut} …`;
}

/**
 * The rows that were found, as links.
 * @param {{ rows: any[], search: string, address: (chapter: string, id: string) => string }} props
 */
export function Found({ rows, search, address }) {
  return html`<ol class="book-found" aria-label="Found in the book">
    ${rows.map(
      (row) => html`<li key=${`${row.chapter.name}#${row.id}`}>
        <a href=${address(row.chapter.name, row.id)}>
          ${row.title === row.chapter.title ? row.title : `${row.chapter.title} › ${row.title}`}
        </a>
        <p>${excerpt(row.text, search)}</p>
      </li>`,
    )}
  </ol>`;
}
