// Answers that take the server long: asked for once, and again when there is news, at rests that
// fit how long it took.
import { useEffect, useRef, useState } from '/lib/preact.js';
import { get } from '/lib/api.js';

const LEAST = 60; // seconds between two questions
const REST = 20; // times as long as the answer took

/**
 * What the server says at an address: { data, error, waiting, again }. `stamp` changes when there
 * may be news.
 */
export function useSlow(path, stamp) {
  const [found, setFound] = useState({ data: null, error: null, waiting: true });
  const last = useRef({ path: null, stamp: null, due: 0 });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const begun = performance.now();
    setFound((old) => ({
      data: last.current.path === path ? old.data : null,
      error: null,
      waiting: true,
    }));
    const took = () => (performance.now() - begun) / 1000;
    get(path, { signal: stop.signal }).then(
      (data) => {
        last.current = { path, stamp, due: Date.now() + Math.max(LEAST, took() * REST) * 1000 };
        setFound({ data, error: null, waiting: false });
      },
      (error) =>
        error.name !== 'AbortError' && setFound((old) => ({ ...old, error, waiting: false })),
    );
    return () => stop.abort();
  }, [path, turn]);
  useEffect(() => {
    const timer = setInterval(() => {
      const { due, stamp: known } = last.current;
      if (!document.hidden && due > 0 && Date.now() > due && known !== stamp) setTurn((n) => n + 1);
    }, 5000);
    return () => clearInterval(timer);
  }, [stamp]);
  return { ...found, again: () => setTurn((n) => n + 1) };
}
