// Where the classroom is.

/** The address of a lesson; of the classroom where it has no name. */
export function lessonAddress(id = '') {
  return id ? `/learn/${encodeURIComponent(id)}` : '/learn';
}

/**
 * Where the exercises are; null where there are none.
 * @type {string | null}
 */
export const exercises = '/learn/exercises';
