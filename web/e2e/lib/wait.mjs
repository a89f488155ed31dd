// Waiting for a condition. There are no fixed pauses in these tests.

const EVERY = 40;
const LONGEST = 60_000;

/** Asks until the answer is true, and gives it; throws with what was waited for. */
export async function until(what, ask, longest = LONGEST) {
  const end = Date.now() + longest;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Waited ${longest / 1000} s for this in vain: ${what}`);
    await new Promise((done) => {
      setTimeout(done, EVERY);
    });
  }
}
