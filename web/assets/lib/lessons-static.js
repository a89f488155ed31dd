// Where the classroom is in a book without a server, in place of lib/lessons.js.

/** The address of a lesson; of the classroom where it has no name. */
export function lessonAddress(id = '') {
  return `classroom.html${id && `?lesson=${encodeURIComponent(id)}`}`;
}

/** @type {string | null} */
export const exercises = null;
