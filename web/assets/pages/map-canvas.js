// The canvases of the map with everything that a hand can do to them: wheel, drag, pinch, click, hover.
import { html, useEffect, useLayoutEffect, useRef, useState } from '/lib/preact.js';
import { Icicle } from '/pages/map-icicle.js';
import { worthOf, signs } from '/pages/map-paint.js';
import { stands, wayTo } from '/pages/map-model.js';
import { Mini } from '/pages/map-mini.js';
import { themeVersion } from '/lib/colour.js';
import { percent } from '/lib/format.js';
import { line, numbered, STATES } from '/lib/words.js';

/**
 * Shows a picture. `scene`: { model, way, changes, turned, selected }; `told`: { select(box), open(box), hold(on), view(view) };
 * `handle` is a ref that gets the Icicle.
 */
export function Canvas({ scene, told, handle, label }) {
  const [base, over, box] = [useRef(null), useRef(null), useRef(null)];
  const [tip, setTip] = useState(null);
  const [view, setView] = useState({ a: 0, b: 1, y: 0 });
  const latest = useRef(told);
  latest.current = told;
  useLayoutEffect(() => {
    const seen = (now) => { setView(now); latest.current.view(now); };
    const icicle = new Icicle(base.current, over.current, { seen });
    handle.current = icicle;
    const watcher = new ResizeObserver(([entry]) => icicle.fit(entry.contentRect.width, entry.contentRect.height));
    watcher.observe(box.current);
    const stop = hands(box.current, icicle, { setTip, told: latest });
    return () => { stop(); watcher.disconnect(); icicle.end(); handle.current = null; };
  }, []);
  useLayoutEffect(() => handle.current.set(scene), Object.values(scene));
  const theme = themeVersion.value;
  useEffect(() => { if (theme > 0) handle.current.repaint(); }, [theme]);
  const focus = (focused) => () => { handle.current.set({ focused }); told.hold('focus', focused); };
  return html`<div class="map-stage">
    <div class="map-box" ref=${box} role="tree" tabindex="0" aria-label=${label} aria-activedescendant="map-selected" onFocus=${focus(true)} onBlur=${focus(false)}>
      <canvas ref=${base} class="map-canvas" aria-hidden="true"></canvas>
      <canvas ref=${over} class="map-canvas map-over" aria-hidden="true"></canvas>
      <${Spoken} box=${scene.selected} turned=${scene.turned} />
    </div>
    <${Mini} model=${scene.model} scene=${scene} view=${view} look=${(to) => handle.current.look(to)} />
    ${tip && html`<${Tip} tip=${tip} scene=${scene} />`}
  </div>`;
}

/** The chosen box in words, for those who do not see it. */
function Spoken({ box, turned }) {
  if (!box) return html`<span id="map-selected" role="treeitem" class="sr">nothing is chosen</span>`;
  const siblings = box.parent?.kids ?? [box];
  return html`<span id="map-selected" role="treeitem" class="sr" aria-selected="true" aria-level=${box.d + 1}
    aria-posinset=${siblings.indexOf(box) + 1} aria-setsize=${siblings.length}>${words(box, turned)}</span>`;
}

/** A box in words. */
export function words(box, turned) {
  const state = box.flags.includes('r') ? 'being analysed' : box.state === 'see' ? 'transposition' : box.state === 'again' ? 'repetition' : STATES[box.state]?.word ?? '';
  return [box.move ? `${box.number}${box.move}` : 'start', worthOf(box, turned), percent(box.w), state, box.line && box.parent && 'best line']
    .filter(Boolean).join(', ');
}

function Tip({ tip, scene }) {
  const { box, rest, of, x, y, flip } = tip;
  const style = `left:${x}px;top:${y}px;transform:translate(${flip.x ? 'calc(-100% - 24px)' : '0'},${flip.y ? 'calc(-100% - 24px)' : '0'})`;
  if (rest) {
    return html`<div class="map-tip" style=${style} role="presentation"><b>${percent(rest.w)} is not drawn here</b>
      <p>${rest.n > 0 ? `${rest.n} moves of the graph are too narrow, and the moves` : 'Moves'} that nobody has looked at yet.</p>
      ${rest.n > 0 && html`<p class="muted">Zoom in, or put ${of.move || 'the start'} on top, to see more.</p>`}</div>`;
  }
  const way = wayTo(box).slice(1);
  return html`<div class="map-tip" style=${style} role="presentation"><b>${line(way.slice(-6), 6) || numbered(box) || 'start'}</b>
    <p>${[signs(box), worthOf(box, scene.turned)].filter(Boolean).join(' ')} · ${percent(box.w)} of the top${
      box.parent && ` · ${percent(box.w / box.parent.w)} of the move before`}</p>
    <p class="muted">${explain(box)}</p></div>`;
}

function explain(box) {
  if (box.state === 'see') return '↺ the same position stands elsewhere, where its share is greatest; Enter goes there';
  if (box.state === 'again') return '⟳ this comes back to an earlier position of the line: a draw';
  const parts = [
    box.flags.includes('r') ? '◐ an engine is at work here' : STATES[box.state]?.word,
    box.line && box.parent && 'on the best line', box.flags.includes('u') && '✎ your move', box.flags.includes('w') && '◉ watched',
    box.flags.includes('n') && '¶ has a note', box.hidden > 0 && `${box.hidden} more moves below`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Wheel, drag, pinch and clicks. Answers with what ends them. */
function hands(element, icicle, { setTip, told }) {
  const fingers = new Map();
  let [travelled, last, zoomed] = [0, null, 0];
  const at = (event) => {
    const place = element.getBoundingClientRect();
    return [event.clientX - place.left, event.clientY - place.top];
  };
  const hovered = (event) => {
    const [x, y] = at(event);
    const found = icicle.at(x, y);
    icicle.set({ hover: found?.box ?? null });
    const flip = { x: x > icicle.width / 2, y: y > icicle.height * 0.6 };
    setTip(found ? { ...found, x: x + 12, y: y + 12, flip } : null);
  };
  const down = (event) => {
    fingers.set(event.pointerId, at(event));
    travelled = 0;
    setTip(null);
  };
  const moveBy = (event) => {
    if (!fingers.has(event.pointerId)) {
      if (event.pointerType === 'mouse') hovered(event);
      return;
    }
    const before = [...fingers.values()];
    const [from, to] = [fingers.get(event.pointerId), at(event)];
    fingers.set(event.pointerId, to);
    travelled += Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]);
    if (travelled > 4 && !element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
    if (fingers.size === 2) pinch(icicle, before, [...fingers.values()]);
    else if (travelled > 4) icicle.pan(to[0] - from[0], event.pointerType === 'touch' ? 0 : to[1] - from[1]);
  };
  const up = (event) => {
    const was = fingers.delete(event.pointerId);
    if (!was || travelled > 4 || event.type === 'pointercancel' || event.button > 0) return;
    const found = icicle.at(...at(event));
    const box = found?.box ?? null;
    const again = last !== null && box !== null && performance.now() - last.when < 400 && last.box === box;
    last = box && { box, when: performance.now() };
    if (again) told.current.open(box);
    else if (box) told.current.select(box);
    else if (found?.rest) told.current.open(found.of);
  };
  const wheel = (event) => {
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const whole = icicle.view.b - icicle.view.a >= 1;
    // What is wholly seen lets the page scroll, but not within the same turn of the wheel.
    if (!sideways && whole && event.deltaY > 0 && event.timeStamp - zoomed > 500) return;
    zoomed = event.timeStamp;
    event.preventDefault();
    setTip(null);
    if (sideways) icicle.pan(-(event.deltaX || event.deltaY), 0);
    else icicle.zoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.0025), at(event)[0]);
  };
  const enter = (event) => event.pointerType === 'mouse' && told.current.hold('hover', true);
  const leave = () => { icicle.set({ hover: null }); setTip(null); told.current.hold('hover', false); };
  const all = { pointerdown: down, pointermove: moveBy, pointerup: up, pointercancel: up, pointerenter: enter, pointerleave: leave };
  for (const [name, listener] of Object.entries(all)) element.addEventListener(name, listener);
  element.addEventListener('wheel', wheel, { passive: false });
  return () => {
    for (const [name, listener] of Object.entries(all)) element.removeEventListener(name, listener);
    element.removeEventListener('wheel', wheel);
  };
}

/** Two fingers zoom the width and move the window. */
function pinch(icicle, before, after) {
  const apart = ([[ax], [bx]]) => Math.max(10, Math.abs(ax - bx));
  const middle = ([[ax, ay], [bx, by]]) => [(ax + bx) / 2, (ay + by) / 2];
  const [[x, y], [x0, y0]] = [middle(after), middle(before)];
  icicle.zoom(apart(before) / apart(after), x);
  icicle.pan(x - x0, y - y0);
}

/** Whether Enter on a box leads somewhere else. */
export function target(model, box) {
  return stands(box) ? box : model.byNode.get(box.node) ?? box;
}
