// A small line of values over time.
import { html } from '/lib/preact.js';

/**
 * Draws `values`, oldest first. `low` and `high` fix the scale (chances: 0 and 1); without them the
 * values fill it. `middle` draws a thin line, such as 0.5. `label` says in words what the line
 * says.
 */
export function Spark({ values, width = 96, height = 22, low, high, middle, label }) {
  if (!values || values.length < 2)
    return html`<span class="spark muted" aria-label=${label ?? 'no history yet'}>–</span>`;
  const [least, most] = scale(values, low, high);
  const x = (i) => 1 + (i / (values.length - 1)) * (width - 4);
  const y = (value) => height - 2 - ((value - least) / (most - least)) * (height - 4);
  const path = values
    .map((value, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
  const end = values.length - 1;
  return html`<svg
    class="spark"
    width=${width}
    height=${height}
    viewBox=${`0 0 ${width} ${height}`}
    role="img"
    aria-label=${label}
  >
    ${
      middle !== undefined &&
      middle > least &&
      middle < most &&
      html`<path class="spark-middle" d=${`M0 ${y(middle)}H${width}`} />`
    }
    <path class="spark-area" d=${`${path}V${height}H1Z`} />
    <path class="spark-line" d=${path} />
    <circle class="spark-end" cx=${x(end)} cy=${y(values[end])} r="2" />
  </svg>`;
}

function scale(values, low, high) {
  const least = low ?? Math.min(...values);
  const most = high ?? Math.max(...values);
  if (most - least > 1e-9) return [least, most];
  return [least - 0.5, most + 0.5];
}

/** What a line says in words: 'rising from 52% to 58%'. */
export function trend(values, words) {
  if (!values || values.length < 2) return 'no history yet';
  const [first, last] = [values[0], values.at(-1)].map(words);
  return first === last ? `steady at ${last}` : `${first} → ${last}`;
}
