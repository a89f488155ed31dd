// Calm: rows do not move under the pointer or the focus; what changed says so for a moment, and
// then is quiet.
import { html, useEffect, useMemo, useRef, useState } from '/lib/preact.js';
import { moving } from '/lib/prefs.js';
import { useKeys, keyHint } from '/lib/keys.js';

const MOMENT = 600;

/**
 * Keeps the order of rows while somebody is in the table: `const calm = useCalm(order)`. Rows that
 * come are put last, rows that go are taken away. Spread `calm.bind` on the table, show `calm.chip`
 * near it, and draw `calm.order`.
 * @param {any} wanted
 * @param {{ frozen?: boolean }} [options]
 */
export function useCalm(wanted, { frozen = false } = {}) {
  const [inside, setInside] = useState(false);
  const shown = useRef(wanted);
  const [, redraw] = useState(0);
  const hold = inside || frozen;
  const order = useMemo(() => (hold ? kept(shown.current, wanted) : wanted), [hold, wanted]);
  shown.current = order;
  const changed = hold && order.some((key, i) => key !== wanted[i]);
  const apply = () => {
    shown.current = wanted;
    setInside(false);
    redraw((n) => n + 1);
  };
  useKeys('global', { order: changed ? apply : null });
  return { order, changed, apply, bind: binding(setInside), chip: chip(changed, apply) };
}

/** The shown order with rows that went taken out and rows that came at the end. */
export function kept(shown, wanted) {
  const there = new Set(wanted);
  const known = new Set(shown);
  return [...shown.filter((key) => there.has(key)), ...wanted.filter((key) => !known.has(key))];
}

function binding(setInside) {
  return {
    onPointerEnter: (event) => event.pointerType === 'mouse' && setInside(true),
    onPointerLeave: (event) =>
      !event.currentTarget.contains(document.activeElement) && setInside(false),
    onFocusIn: () => setInside(true),
    onFocusOut: (event) => {
      const to = event.relatedTarget;
      if (
        !(to instanceof Node && event.currentTarget.contains(to)) &&
        !event.currentTarget.matches(':hover')
      )
        setInside(false);
    },
  };
}

function chip(changed, apply) {
  return html`<span class="calm-chip" role="status">
    ${
      changed &&
      html`<button type="button" class="chip chip--button" onClick=${apply}>
        order changed – press <kbd>${keyHint('global.order')}</kbd>
      </button>`
    }
  </span>`;
}

/**
 * Where a number went since it was last drawn: 'up', 'down' or null again after a moment. `least`
 * is what counts.
 */
export function useChanged(value, least = 0) {
  const before = useRef(value);
  const [way, setWay] = useState(null);
  useEffect(() => {
    const was = before.current;
    before.current = value;
    const both = typeof was === 'number' && typeof value === 'number';
    if (!both || Math.abs(value - was) <= least || !moving()) return undefined;
    setWay(value > was ? 'up' : 'down');
    const timer = setTimeout(() => setWay(null), MOMENT);
    return () => clearTimeout(timer);
  }, [value]);
  return way;
}

/**
 * A number that shows for a moment where it went: `<Live value=${n}>${text}<//>`. Its width does
 * not change.
 */
export function Live({ value, least = 0, children }) {
  const way = useChanged(value, least);
  return html`<span class=${`live ${way ? `live--${way}` : ''}`}>
    ${children}
    <span class="live-mark" aria-hidden="true">
      ${way === 'up' ? '▲' : way === 'down' ? '▼' : ''}
    </span>
  </span>`;
}

/** A clock for ages: draws the component again every so many seconds. */
export function useTick(seconds = 10) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && tick((n) => n + 1), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
}
