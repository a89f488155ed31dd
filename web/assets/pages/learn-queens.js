// Queens on a board: a climb step by step, with the conflicts over the steps.
import { cls, html } from '/lib/preact.js';

/** The pairs of columns whose queens attack each other. */
function pairs(rows) {
  const all = [];
  for (let a = 0; a < rows.length; a += 1) {
    for (let b = a + 1; b < rows.length; b += 1) {
      if (rows[a] === rows[b] || Math.abs(rows[a] - rows[b]) === b - a) all.push([a, b]);
    }
  }
  return all;
}

/** The board after a step. */
export function Queens({ trace, step }) {
  const frame = trace.frames[step];
  const n = trace.queens;
  const attacks = pairs(frame.rows);
  const attacked = new Set(attacks.flat());
  const y = (row) => n - row + 0.5;
  const squares = Array.from({ length: n * n }, (_, i) => [i % n, Math.floor(i / n)]);
  return html`<svg
    class="lq"
    viewBox=${`0 0 ${n} ${n}`}
    role="img"
    aria-label=${`${n} queens, in rows ${frame.rows.join(', ')} from the left; ` +
    `${frame.conflicts} pairs attack each other`}
  >
    ${squares.map(
      ([x, row]) =>
        html`<rect
          key=${`${x}.${row}`}
          class=${(x + row) % 2 ? 'lq-dark' : 'lq-light'}
          x=${x}
          y=${row}
          width="1"
          height="1"
        />`,
    )}
    ${
      frame.moved &&
      html`<rect class="lq-moved" x=${frame.moved - 1} y="0" width="1" height=${n} />`
    }
    ${attacks.map(
      ([a, b]) =>
        html`<path
          class="lq-attack"
          d=${`M${a + 0.5} ${y(frame.rows[a])}L${b + 0.5} ${y(frame.rows[b])}`}
        />`,
    )}
    ${frame.rows.map(
      (row, x) => html`<g
        key=${x}
        class=${cls('lq-queen', attacked.has(x) && 'lq-queen--attacked')}
      >
        <text x=${x + 0.5} y=${y(row) + 0.28}>${attacked.has(x) ? '♛' : '♕'}</text>
      </g>`,
    )}
  </svg>`;
}

/** The conflicts over the steps; a click goes there. */
export function Conflicts({ trace, step, seek }) {
  const { frames } = trace;
  const most = Math.max(1, ...frames.map(({ conflicts }) => conflicts));
  const x = (i) => 24 + (i / Math.max(1, frames.length - 1)) * 330;
  const y = (conflicts) => 92 - (conflicts / most) * 80;
  const parts = [];
  frames.forEach(({ conflicts, restarts }, i) => {
    const again = i > 0 && frames[i - 1].restarts === restarts;
    parts.push(`${again ? 'L' : 'M'}${x(i).toFixed(1)} ${y(conflicts).toFixed(1)}`);
  });
  const click = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = (((event.clientX - box.left) / box.width) * 370 - 24) / 330;
    seek(Math.round(at * (frames.length - 1)));
  };
  return html`<svg
    class="learn-conflicts"
    viewBox="0 0 370 110"
    onClick=${click}
    role="img"
    aria-label=${`Pairs in conflict over the steps, from ${frames[0].conflicts} ` +
    `to ${frames.at(-1).conflicts}`}
  >
    <path class="learn-axis" d="M24 8V92H358" />
    <text class="learn-tick learn-tick--y" x="20" y="16">${most}</text>
    <text class="learn-tick learn-tick--y" x="20" y="95">0</text>
    <text class="learn-tick" x="190" y="106">step</text>
    <path class="learn-conflicts-line" d=${parts.join('')} />
    <path class="learn-chart-now" d=${`M${x(step)} 8V92`} />
    <circle class="learn-conflicts-now" cx=${x(step)} cy=${y(frames[step].conflicts)} r="4" />
  </svg>`;
}

/** What the climb came to, in words. */
export function Climbed({ trace, step }) {
  const frame = trace.frames[step];
  return html`<p>
    step <b>${frame.step}</b> · restarts <b>${frame.restarts}</b> · pairs in
    conflict <b>${frame.conflicts}</b>
    ${
      !trace.complete &&
      html` <span class="muted">Only the first ${trace.frames.length} states are shown.</span>`
    }
  </p>`;
}
