// The strip below the map: the moves of the root in small, and where the window lies.
import { html, useLayoutEffect, useRef } from '/lib/preact.js';
import { palette, fillOf } from '/pages/map-colour.js';
import { themeVersion } from '/lib/colour.js';
import { percent } from '/lib/format.js';

const HIGH = 14;

/** A strip that shows the window and moves it. */
export function Mini({ model, scene, view, look }) {
  const canvas = useRef(null);
  const theme = themeVersion.value;
  useLayoutEffect(() => {
    if (model) draw(canvas.current, model, scene);
  }, [model, scene.way, scene.changes, theme, canvas.current?.clientWidth]);
  const width = view.b - view.a;
  const to = (event) => {
    const place = event.currentTarget.getBoundingClientRect();
    const middle = (event.clientX - place.left) / place.width;
    look({ a: middle - width / 2, b: middle + width / 2, y: view.y });
  };
  const drag = (event) => event.buttons === 1 && to(event);
  return html`<div
    class="map-mini"
    onPointerDown=${to}
    onPointerMove=${drag}
    title="The visible part; click to move it"
  >
    <canvas ref=${canvas} aria-hidden="true"></canvas>
    <span
      class=${`map-mini-window ${width > 0.999 ? 'map-mini-window--all' : ''}`}
      style=${`left:${view.a * 100}%;width:${Math.max(0.3, width * 100)}%`}
    ></span>
    <span class="sr" role="status">
      ${width > 0.999 ? 'all shown' : `${percent(width)} of the width shown`}
    </span>
  </div>`;
}

function draw(canvas, model, scene) {
  const ratio = devicePixelRatio || 1;
  const width = canvas.parentElement.clientWidth;
  canvas.width = Math.round(width * ratio);
  canvas.height = HIGH * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  const colours = palette();
  for (const [row, depth] of [
    [0, 1],
    [1, 2],
  ]) {
    for (const box of model.levels[depth] ?? []) {
      context.fillStyle = fillOf(box, scene.way, colours, scene.changes).fill;
      context.fillRect(
        box.x * width,
        row * (HIGH / 2),
        Math.max(0.5, box.w * width - 0.6),
        HIGH / 2 - 0.6,
      );
    }
  }
}
