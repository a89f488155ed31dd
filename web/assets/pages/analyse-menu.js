// The menu of a row: what can be done with it, with the keys that do the same.
import { html, useEffect, useRef } from '/lib/preact.js';

/** Shows `actions` near `box`, a rectangle of the screen; `close` is called when it is gone. */
export function RowMenu({ box, title, actions, close }) {
  const menu = useRef(null);
  useEffect(() => {
    const element = menu.current;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(8, Math.min(box.right - width, innerWidth - width - 8))}px`;
    const fits = box.bottom + height + 8 <= innerHeight;
    element.style.top = `${fits ? box.bottom + 4 : Math.max(8, box.top - height - 4)}px`;
    element.querySelector('button:not(:disabled)')?.focus();
  }, [box]);
  function keydown(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const items = [...menu.current.querySelectorAll('button:not(:disabled)')];
    items[(items.indexOf(document.activeElement) + step + items.length) % items.length]?.focus();
  }
  const run = (action) => {
    menu.current.hidePopover();
    action.run();
  };
  return html`<div
    class="menu row-menu"
    popover
    role="menu"
    aria-label=${title}
    ref=${menu}
    data-own-keys
    onKeyDown=${keydown}
    onToggle=${(event) => event.newState === 'closed' && close()}
  >
    ${actions.map(
      (action) =>
        html`<button
          type="button"
          role="menuitem"
          disabled=${action.off}
          onClick=${() => run(action)}
        >
          <span>${action.label}</span>
          ${action.key && html`<kbd>${action.key}</kbd>`}
        </button>`,
    )}
  </div>`;
}
