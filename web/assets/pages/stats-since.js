// Since when: the last look, or so many seconds ago. The moment stays while the page is open, so
// that nothing is asked anew.
import { useMemo } from '/lib/preact.js';

const SECONDS = { '1h': 3600, '6h': 21600, '24h': 86400, '7d': 604800 };
const STEP = 300; // moments are whole five minutes, so that readers share an answer

/** What `since=` says for a range: `seen`, or seconds since 1970. */
export function sinceOf(range, now = Date.now() / 1000) {
  if (range === 'seen') return 'seen';
  if (range === 'all') return '0';
  return String(Math.floor((now - SECONDS[range]) / STEP) * STEP);
}

/** The same for a page. */
export function useSince(range) {
  return useMemo(() => sinceOf(range), [range]);
}
