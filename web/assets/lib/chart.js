// Charts: uPlot in the colours of the theme, as wide as its place, calm while somebody looks, and
// as a table for reading.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '/lib/preact.js';
import uPlot from '/vendor/uplot/uplot.js';
import { colour, themeVersion } from '/lib/colour.js';
import { exact } from '/lib/format.js';

const MOST_ROWS = 200; // of the table
const MOST_POINTS = 4000; // that are drawn

let styled = false;

function style() {
  if (styled) return;
  styled = true;
  for (const href of ['/vendor/uplot/uplot.css', '/lib/chart.css']) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href }),
    );
  }
}

/**
 * A chart. `x`: numbers, or seconds since 1970 with `time`. `lines`: [{ label, values, token, dash,
 * fill, width, kind, band }]; kind is 'line' (usual), 'step', 'bars' or 'points'; values may be
 * null. `y`: { low, high, format, label, log }; `xFormat` for numbers. `marks`: [{ x, label, go }]
 * are ticks at the bottom that can be clicked. `levels`: [{ y, label }] are dashed lines across.
 * `pick(x)` is called for a click elsewhere. `label` names it; `summary` says in a sentence what it
 * shows. `shut` hides the button for the table.
 * @param {any} props
 */
export function Chart({
  label,
  x,
  lines,
  time = false,
  height = 200,
  y = {},
  xFormat,
  xLabel,
  marks = [],
  levels = [],
  summary,
  shut = false,
  pick,
}) {
  const place = useRef(null);
  const plot = useRef(null);
  const [hovered, setHovered] = useState(false);
  const [data, setData] = useState({ x, lines, marks, levels });
  const theme = themeVersion.value;
  useLayoutEffect(style, []);
  // News wait until nobody looks.
  useEffect(() => {
    if (!hovered) setData({ x, lines, marks, levels });
  }, [x, lines, marks, levels, hovered]);
  const shape = JSON.stringify([
    data.lines.map(({ values, ...line }) => line),
    time,
    height,
    y.low,
    y.high,
    y.log,
    theme,
  ]);
  const latest = useRef(null);
  latest.current = { data, y, xFormat, time, pick };
  useLayoutEffect(() => {
    const made = new uPlot(
      /** @type {any} */ (options({ latest, height })),
      columns(data),
      place.current,
    );
    plot.current = made;
    const watcher = new ResizeObserver(([entry]) =>
      made.setSize({ width: Math.max(160, Math.floor(entry.contentRect.width)), height }),
    );
    watcher.observe(place.current);
    return () => {
      watcher.disconnect();
      made.destroy();
    };
  }, [shape]);
  useLayoutEffect(() => plot.current.setData(columns(data)), [data]);
  return html`<figure class="chart" aria-label=${label}>
    <div
      class="chart-place"
      ref=${place}
      role="img"
      aria-label=${`${label}. ${summary ?? ''}`}
      style=${`min-height:${height}px`}
      onPointerEnter=${() => setHovered(true)}
      onPointerLeave=${() => setHovered(false)}
    ></div>
    <figcaption>
      ${lines.length > 1 && html`<${Keys} lines=${lines} />`}
      ${summary && html`<span class="chart-summary">${summary}</span>`}
      ${marks.length > 0 && html`<${Marks} marks=${marks} />`}
    </figcaption>
    ${
      !shut &&
      html`<${Table}
        label=${label}
        x=${x}
        lines=${lines}
        time=${time}
        y=${y}
        xFormat=${xFormat}
        xLabel=${xLabel}
      />`
    }
  </figure>`;
}

/** What the lines are, by colour and by dash. */
function Keys({ lines }) {
  return html`<ul class="chart-keys">
    ${lines
      .filter((line) => !line.quiet)
      .map(
        (line, i) => html`<li>
          <svg width="22" height="8" aria-hidden="true">
            <line
              x1="0"
              x2="22"
              y1="4"
              y2="4"
              stroke=${`var(${tokenOf(line, i)})`}
              stroke-width=${line.width ?? 2}
              stroke-dasharray=${(line.dash ?? []).join(' ')}
            />
          </svg>
          ${line.label}
        </li>`,
      )}
  </ul>`;
}

function Marks({ marks }) {
  return html`<ul class="chart-marks">
    ${marks
      .slice(-6)
      .map(
        (mark) =>
          html`<li>
            ${
              mark.go
                ? html`<button type="button" class="chip chip--button" onClick=${mark.go}>
                    ▲ ${mark.label}
                  </button>`
                : html`<span class="chip">▲ ${mark.label}</span>`
            }
          </li>`,
      )}
  </ul>`;
}

const tokenOf = (line, i) => line.token ?? `--line-${(i % 5) + 1}`;

/** Long series are thinned evenly; the last point stays. */
function thinned(x, most) {
  if (x.length <= most) return x.map((_, i) => i);
  const step = (x.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => Math.round(i * step));
}

function columns({ x, lines }) {
  const at = thinned(x, MOST_POINTS);
  return [at.map((i) => x[i]), ...lines.map((line) => at.map((i) => line.values[i] ?? null))];
}

function options({ latest, height }) {
  const { data, y, time, xFormat } = latest.current;
  const ink = colour('--muted');
  const axis = {
    stroke: ink,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1, size: 5 },
    font: '12px system-ui, sans-serif',
  };
  const words = (u, values) =>
    values.map((value) => (value === null ? '' : format(latest.current.y, value)));
  const range =
    y.low !== undefined || y.high !== undefined
      ? (u, low, high) => [y.low ?? low, y.high ?? high]
      : undefined;
  return {
    width: 400,
    height,
    padding: [10, 22, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    scales: { x: { time, range: xRange(data) }, y: { range, distr: y.log ? 3 : 1 } },
    axes: [
      { ...axis, values: xWords(time, xFormat), size: 30 },
      { ...axis, values: words, size: sizeOf(y, data) },
    ],
    series: [{}, ...data.lines.map(series)],
    hooks: {
      ready: [(u) => u.over.addEventListener('click', (event) => press(u, event, latest.current))],
      draw: [(u) => drawMarks(u, latest.current.data)],
      setCursor: [(u) => tip(u, latest.current)],
    },
  };
}

/** Bars need half a step on both sides. */
function xRange(data) {
  return data.lines.some((line) => line.kind === 'bars')
    ? (u, low, high) => [low - 0.6, high + 0.6]
    : undefined;
}

/** Words of the lower axis: times of day, and days where a day begins. */
function xWords(time, xFormat) {
  if (!time) return xFormat && ((u, values) => values.map(xFormat));
  const day = /** @type {const} */ ({ day: 'numeric', month: 'short' });
  return (u, values, axis, space, step) =>
    values.map((value) => {
      const when = new Date(value * 1000);
      const begins = step >= 86400 || (when.getHours() === 0 && when.getMinutes() === 0);
      if (begins) return when.toLocaleDateString(undefined, day);
      return when.toLocaleTimeString(undefined, {
        hour: '2-digit',
        minute: '2-digit',
        second: step < 60 ? '2-digit' : undefined,
        hourCycle: 'h23',
      });
    });
}

/** A click on a tick goes where it leads; one elsewhere picks the number below it. */
function press(u, event, { data: { marks }, pick }) {
  const left = event.clientX - u.over.getBoundingClientRect().left;
  const near = marks.filter((mark) => mark.go && Math.abs(u.valToPos(mark.x, 'x') - left) < 12);
  const [nearest] = near.sort(
    (a, b) => Math.abs(u.valToPos(a.x, 'x') - left) - Math.abs(u.valToPos(b.x, 'x') - left),
  );
  if (nearest) nearest.go();
  else pick?.(u.posToVal(left, 'x'));
}

function sizeOf(y, data) {
  const some = data.lines.flatMap((line) => [
    Math.max(...line.values.filter((value) => value !== null)),
    Math.min(...line.values.filter((value) => value !== null)),
  ]);
  const longest = Math.max(
    3,
    ...some.filter(Number.isFinite).map((value) => format(y, value).length),
  );
  return 16 + longest * 7;
}

function format(y, value) {
  return y.format ? y.format(value) : exact(value);
}

function series(line, i) {
  const stroke = colour(tokenOf(line, i));
  const common = {
    label: line.label,
    stroke,
    width: line.width ?? 2,
    dash: line.dash,
    spanGaps: true,
    points: { show: line.kind === 'points' ? true : undefined, size: 5 },
  };
  if (line.kind === 'step')
    return {
      ...common,
      paths: uPlot.paths.stepped?.({ align: 1 }),
      fill: line.fill ? faint(stroke) : undefined,
    };
  if (line.kind === 'bars')
    return {
      ...common,
      width: 0,
      fill: stroke,
      paths: uPlot.paths.bars?.({ size: [0.8, 60] }),
      points: { show: false },
    };
  if (line.kind === 'points') return { ...common, paths: () => null };
  return { ...common, fill: line.fill ? faint(stroke) : undefined };
}

/** A colour that is nearly transparent. */
function faint(text) {
  const [r, g, b] = text.match(/[\d.]+/g);
  return `rgba(${r}, ${g}, ${b}, 0.13)`;
}

/** Ticks where something happened, and levels across. */
function drawMarks(u, { marks, levels }) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.fillStyle = colour('--ink');
  const size = 5 * devicePixelRatio;
  for (const mark of marks) {
    const x = u.valToPos(mark.x, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top + bbox.height - 2 * size);
    ctx.lineTo(x - size, bbox.top + bbox.height);
    ctx.lineTo(x + size, bbox.top + bbox.height);
    ctx.fill();
  }
  ctx.strokeStyle = colour('--line-strong');
  ctx.setLineDash([5, 5]);
  for (const level of levels) {
    const at = u.valToPos(level.y, 'y', true);
    ctx.beginPath();
    ctx.moveTo(bbox.left, at);
    ctx.lineTo(bbox.left + bbox.width, at);
    ctx.stroke();
    if (level.label) {
      ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
      ctx.fillText(level.label, bbox.left + 6 * devicePixelRatio, at - 4 * devicePixelRatio);
    }
  }
  ctx.restore();
}

/** The numbers under the pointer, in a small box. */
function tip(u, { data, y, time, xFormat }) {
  let box = u.over.querySelector('.chart-tip');
  if (!box) {
    box = document.createElement('div');
    box.className = 'chart-tip';
    u.over.append(box);
  }
  const { idx, left } = u.cursor;
  box.hidden = idx === null || idx === undefined || left < 0;
  if (box.hidden) return;
  const at = u.data[0][idx];
  const head = time ? new Date(at * 1000).toLocaleString() : (xFormat ?? exact)(at);
  const rows = data.lines
    .map((line, i) => [line, u.data[i + 1][idx]])
    .filter(([line, value]) => value !== null && value !== undefined && !line.quiet);
  box.textContent = [
    head,
    ...rows.map(([line, value]) => `${line.label}: ${format(y, value)}`),
  ].join('\n');
  box.style.transform =
    left > u.over.clientWidth / 2
      ? `translate(${left - 10}px, 4px) translateX(-100%)`
      : `translate(${left + 10}px, 4px)`;
}

/** The same numbers as a table. */
function Table({ label, x, lines, time, y, xFormat, xLabel }) {
  const [open, setOpen] = useState(false);
  const at = useMemo(() => (open ? thinned(x, MOST_ROWS) : []), [open, x]);
  const name = (value) =>
    time ? new Date(value * 1000).toLocaleString() : (xFormat ?? exact)(value);
  return html`<details class="chart-table" onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>as table</summary>
    ${
      open &&
      html`
        <div class="chart-scroll">
          <table class="table">
            <caption class="sr">${label}</caption>
            <thead>
              <tr>
                <th scope="col">${xLabel ?? (time ? 'When' : '')}</th>
                ${lines.map((line) => html`<th scope="col" class="num">${line.label}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${at.map(
                (i) =>
                  html`<tr key=${i}>
                    <th scope="row">${name(x[i])}</th>
                    ${lines.map(
                      (line) =>
                        html`<td class="num">
                          ${
                            line.values[i] === null || line.values[i] === undefined
                              ? '–'
                              : format(y, line.values[i])
                          }
                        </td>`,
                    )}
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
        ${
          x.length > MOST_ROWS &&
          html`<p class="muted">${MOST_ROWS} of ${x.length} points, evenly spaced.</p>`
        }
      `
    }
  </details>`;
}
