// Charts of the laboratory: lines with bands and marks on a canvas, and the same numbers as a
// table.
import uPlot from '/vendor/uplot/uplot.js';
import { html, useEffect, useId, useRef } from '/lib/preact.js';
import { colour, themeVersion } from '/lib/colour.js';

const HEIGHT = 220;
const ROWS = 24; // of the table, at most
const EARLY = 0.06; // the part of a match whose spread is left out

/**
 * A chart. `data` is columns, the first is x; `lines` describes the others: { label, token, width,
 * dash, band }, where `band` makes the column the upper end of a band whose lower end is the next
 * column; see `banded`. `marks`: [{ at, label }] across. `x` and `y`: { label, words }. With `dots`
 * every point is marked.
 */
export function Chart({
  title,
  summary,
  x,
  y,
  data,
  lines,
  marks = [],
  height = HEIGHT,
  dots = false,
}) {
  const place = useRef(null);
  const chart = useRef(null);
  const version = themeVersion.value;
  /** Words of axes as they are now: values of a sweep come one by one. */
  const words = useRef({ x, y });
  words.current = { x, y };
  const shape = JSON.stringify([lines, marks, x.label, y.label, version, height]);
  useEffect(() => {
    chart.current = new uPlot(
      /** @type {any} */ (
        options({ x, y, words, lines, marks, height, dots, width: place.current.clientWidth })
      ),
      data,
      place.current,
    );
    const watch = new ResizeObserver(([entry]) =>
      chart.current.setSize({ width: Math.max(200, entry.contentRect.width), height }),
    );
    watch.observe(place.current);
    return () => {
      watch.disconnect();
      chart.current.destroy();
    };
  }, [shape]);
  useEffect(() => {
    if (!place.current.matches(':hover')) chart.current?.setData(data);
  }, [data]);
  return html`<figure class="lab-chart">
    <figcaption>
      <b>${title}</b>
      ${summary && html` <span class="muted">${summary}</span>`}
    </figcaption>
    <div
      class="lab-plot"
      ref=${place}
      role="img"
      aria-label=${`${title}. ${summary ?? ''} The numbers are in the table below.`}
    ></div>
    <${Legend} lines=${lines} />
    <${Twin} ...${{ title, x, y, data, lines }} />
  </figure>`;
}

function Legend({ lines }) {
  const named = lines.filter((line) => !line.end);
  if (named.length < 2) return null;
  return html`<ul class="lab-legend">
    ${named.map(
      (line) =>
        html`<li>
          <i style=${`--c:var(${line.token})`} class=${line.dash ? 'dashed' : ''}></i>
          ${line.label}
        </li>`,
    )}
  </ul>`;
}

/** Steps of an axis that counts: no number stands twice where there are few. */
const WHOLE = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9].flatMap((n) => [n, 2 * n, 5 * n]);

function options({ x, y, words, lines, marks, height, dots, width }) {
  const font = '12px system-ui, sans-serif';
  const axis = {
    stroke: colour('--muted'),
    font,
    labelFont: font,
    labelSize: 16,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1, size: 4 },
  };
  return {
    width: Math.max(200, width),
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 6 } },
    padding: [10, 12, 0, 0],
    scales: { x: { time: false }, y: { range: (plot) => spread(plot.data, marks) } },
    axes: [
      {
        ...axis,
        label: x.label,
        size: 34,
        space: 70,
        ...(x.whole && { incrs: WHOLE }),
        values: (_, ticks) => ticks.map(words.current.x.words),
      },
      {
        ...axis,
        label: y.label,
        size: 52,
        values: (_, ticks) => ticks.map(words.current.y.words),
      },
    ],
    series: [{}, ...lines.map((line) => drawn(line, dots))],
    bands: lines.flatMap((line, i) =>
      line.band ? [{ series: [i + 1, i + 2], fill: faint(line.token) }] : [],
    ),
    hooks: {
      drawAxes: [(plot) => marks.forEach((mark) => across(plot, mark))],
      setCursor: [tip(x, y, lines)],
    },
  };
}

function drawn(line, dots) {
  const shown = {
    stroke: colour(line.token),
    width: line.width ?? 2,
    dash: line.dash,
    spanGaps: true,
    points: { show: dots && !line.end, size: 7 },
  };
  return line.end ? { ...shown, width: 0 } : shown;
}

function faint(token) {
  const [r, g, b] = colour(token).match(/[\d.]+/g);
  return `rgba(${r}, ${g}, ${b}, 0.16)`;
}

/**
 * From where to where: the first few points are so unsure that their bands would flatten all
 * others.
 */
function spread(data, marks) {
  const from = data[0].length > 20 ? Math.ceil(data[0].length * EARLY) : 0;
  const shown = data.slice(1).flatMap((column) => column.slice(from));
  const all = [...shown, ...marks.map((mark) => mark.at)].filter(Number.isFinite);
  const least = all.reduce((x, y) => Math.min(x, y), Infinity);
  const most = all.reduce((x, y) => Math.max(x, y), -Infinity);
  if (least > most) return [-1, 1];
  const room = Math.max((most - least) * 0.06, 1e-3);
  return [least - room, most + room];
}

/** A dashed line across the chart, with its name. */
function across(plot, { at, label }) {
  const { ctx, bbox } = plot;
  const top = plot.valToPos(at, 'y', true);
  ctx.save();
  ctx.strokeStyle = colour('--line-strong');
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, top);
  ctx.lineTo(bbox.left + bbox.width, top);
  ctx.stroke();
  if (label) {
    ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    ctx.textAlign = 'left';
    ctx.fillStyle = colour('--muted');
    ctx.fillText(
      label,
      bbox.left + 6 * devicePixelRatio,
      top + (at < 0 ? -5 : 13) * devicePixelRatio,
    );
  }
  ctx.restore();
}

/** Numbers under the pointer, in a small box that follows it. */
function tip(x, y, lines) {
  return (plot) => {
    const box =
      plot.over.querySelector('.lab-tip') ??
      plot.over.appendChild(Object.assign(document.createElement('div'), { className: 'lab-tip' }));
    const { idx, left, top } = plot.cursor;
    box.hidden = idx === null || idx === undefined || left < 0;
    if (box.hidden) return;
    const parts = lines
      .map((line, i) => [line, plot.data[i + 1][idx]])
      .filter(([line, n]) => !line.end && n !== null && n !== undefined);
    box.textContent = [
      `${x.words(plot.data[0][idx])} ${x.label}`,
      ...parts.map(([line, n]) => `${line.label} ${y.words(n)}`),
    ].join('\n');
    box.style.left = `${left > plot.over.clientWidth / 2 ? left - box.offsetWidth - 10 : left + 10}px`;
    box.style.top = `${Math.max(0, Math.min(top, plot.over.clientHeight - box.offsetHeight))}px`;
  };
}

/** The same numbers as a table: some rows, the last one always among them. */
function Twin({ title, x, y, data, lines }) {
  const id = useId();
  const last = data[0].length - 1;
  const step = Math.max(1, Math.ceil(data[0].length / ROWS));
  const picked = data[0].map((_, i) => i).filter((i) => i === last || (last - i) % step === 0);
  return html`<details class="lab-twin">
    <summary id=${id}>as table</summary>
    <div class="scroll-x" tabindex="0" role="group" aria-label=${title}>
      <table class="table" aria-label=${title}>
        <thead>
          <tr>
            <th scope="col" class="num">${x.label}</th>
            ${lines.map((line) => html`<th scope="col" class="num">${line.label}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${picked.map(
            (i) =>
              html`<tr key=${i}>
                <td class="num">${x.words(data[0][i])}</td>
                ${lines.map(
                  (_, at) =>
                    html`<td class="num">
                      ${
                        data[at + 1][i] === null || data[at + 1][i] === undefined
                          ? ''
                          : y.words(data[at + 1][i])
                      }
                    </td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

/** A line with its band: for three columns, the line, the upper end and the lower end. */
export function banded(label, token, dash) {
  return [
    { label, token, dash },
    { label: 'high', token, end: true, band: true },
    { label: 'low', token, end: true },
  ];
}

/** Columns of several runs on one axis. */
export function joined(tables) {
  return tables.length === 1 ? tables[0] : uPlot.join(tables);
}
