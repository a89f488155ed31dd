// The canvases of the map, what is said of the box under the pointer, and the chosen box in words.
import { html, useEffect, useLayoutEffect, useRef, useState } from '/lib/preact.js';
import { Icicle } from '/pages/map-icicle.js';
import { PointerInput } from '/pages/map-pointer.js';
import { worthOf, signs } from '/pages/map-paint.js';
import { stands, wayTo } from '/pages/map-model.js';
import { Mini } from '/pages/map-mini.js';
import { themeVersion } from '/lib/colour.js';
import { percent } from '/lib/format.js';
import { line, numbered, STATES } from '/lib/words.js';

/**
 * Shows a picture. `scene`: { model, way, changes, turned, selected }; `told`: { select(box),
 * open(box), hold(on), view(view) }; `handle` is a ref that gets the Icicle.
 */
export function Canvas({ scene, told, handle, label }) {
  const [base, over, box] = [useRef(null), useRef(null), useRef(null)];
  const [tip, setTip] = useState(null);
  const [view, setView] = useState({ a: 0, b: 1, y: 0 });
  const latest = useRef(told);
  latest.current = told;
  useLayoutEffect(() => {
    const seen = (now) => {
      setView(now);
      latest.current.view(now);
    };
    const icicle = new Icicle(base.current, over.current, { seen });
    handle.current = icicle;
    const watcher = new ResizeObserver(([entry]) =>
      icicle.fit(entry.contentRect.width, entry.contentRect.height),
    );
    watcher.observe(box.current);
    const pointer = new PointerInput(box.current, icicle, {
      tell: setTip,
      told: () => latest.current,
    });
    return () => {
      pointer.end();
      watcher.disconnect();
      icicle.end();
      handle.current = null;
    };
  }, []);
  useLayoutEffect(() => handle.current.set(scene), Object.values(scene));
  const theme = themeVersion.value;
  useEffect(() => {
    if (theme > 0) handle.current.repaint();
  }, [theme]);
  const focus = (focused) => () => handle.current.set({ focused });
  return html`<div class="map-stage">
    <div
      class="map-box"
      ref=${box}
      role="tree"
      tabindex="0"
      aria-label=${label}
      aria-activedescendant="map-selected"
      onFocus=${focus(true)}
      onBlur=${focus(false)}
    >
      <canvas ref=${base} class="map-canvas" aria-hidden="true"></canvas>
      <canvas ref=${over} class="map-canvas map-over" aria-hidden="true"></canvas>
      <${Spoken} box=${scene.selected} turned=${scene.turned} />
    </div>
    <${Mini}
      model=${scene.model}
      scene=${scene}
      view=${view}
      look=${(to) => handle.current.look(to)}
    />
    ${tip && html`<${Tip} tip=${tip} scene=${scene} />`}
  </div>`;
}

/** The chosen box in words, for those who do not see it. */
function Spoken({ box, turned }) {
  if (!box) return html`<span id="map-selected" role="treeitem" class="sr">nothing selected</span>`;
  const siblings = box.parent?.kids ?? [box];
  return html`<span
    id="map-selected"
    role="treeitem"
    class="sr"
    aria-selected="true"
    aria-level=${box.d + 1}
    aria-posinset=${siblings.indexOf(box) + 1}
    aria-setsize=${siblings.length}
  >
    ${words(box, turned)}
  </span>`;
}

/** A box in words. */
export function words(box, turned) {
  const state = box.flags.includes('r')
    ? 'being analysed'
    : box.state === 'see'
      ? 'transposition'
      : box.state === 'again'
        ? 'repetition'
        : (STATES[box.state]?.word ?? '');
  return [
    box.move ? `${box.number}${box.move}` : 'root',
    worthOf(box, turned),
    percent(box.w),
    state,
    box.line && box.parent && 'best line',
  ]
    .filter(Boolean)
    .join(', ');
}

function Tip({ tip, scene }) {
  const { box, rest, of, x, y, flip } = tip;
  const back = (on) => (on ? 'calc(-100% - 24px)' : '0');
  const style = `left:${x}px;top:${y}px;transform:translate(${back(flip.x)},${back(flip.y)})`;
  if (rest) {
    return html`<div class="map-tip" style=${style} role="presentation">
      <b>${percent(rest.w)} is not drawn here</b>
      <p>
        ${rest.n > 0 ? `${rest.n} moves too narrow to draw, and moves` : 'Moves'} not analysed yet.
      </p>
      ${
        rest.n > 0 &&
        html`<p class="muted">Zoom in, or zoom to ${of.move || 'the root'}, to see more.</p>`
      }
    </div>`;
  }
  const way = wayTo(box).slice(1);
  return html`<div class="map-tip" style=${style} role="presentation">
    <b>${line(way.slice(-6), 6) || numbered(box) || 'root'}</b>
    <p>
      ${[signs(box), worthOf(box, scene.turned)].filter(Boolean).join(' ')} · ${percent(box.w)} of
      the top${box.parent && ` · ${percent(box.w / box.parent.w)} of the move before`}
    </p>
    <p class="muted">${explain(box)}</p>
  </div>`;
}

function explain(box) {
  if (box.state === 'see') return '↺ transposes to where its share is greatest; Enter goes there';
  if (box.state === 'again') return '⟳ repeats an earlier position of the line: a draw';
  const parts = [
    box.flags.includes('r') ? '◐ being analysed' : STATES[box.state]?.word,
    box.line && box.parent && 'on the best line',
    box.flags.includes('o') && '~ own search',
    box.flags.includes('u') && '✎ your move',
    box.flags.includes('w') && '◉ watched',
    box.flags.includes('n') && '¶ has a note',
    box.hidden > 0 && `${box.hidden} more moves below`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Whether Enter on a box leads somewhere else. */
export function target(model, box) {
  return stands(box) ? box : (model.byNode.get(box.node) ?? box);
}
