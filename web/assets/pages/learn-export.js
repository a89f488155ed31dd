// The picture and the steps to take away: SVG, PNG, text, TikZ.
import { html } from '/lib/preact.js';
import { fail, toast } from '/lib/toast.js';
import { bestLine, states } from '/pages/learn-film.js';
import { printSteps } from '/pages/learn-print.js';
import { address } from '/pages/learn-state.js';

const LOOKS = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
];

/** The buttons. `picture` gives the drawn SVG element. */
export function Export({ pane, step, picture, style }) {
  const save = (make) => () => Promise.resolve().then(make).catch(fail);
  const film = pane.kind === 'film';
  return html`<div class="row learn-export no-print">
    <button type="button" class="button button--small" onClick=${save(share)}>Copy the link</button>
    <button type="button" class="button button--small" onClick=${save(() => saveSvg(picture()))}>
      SVG
    </button>
    <button type="button" class="button button--small" onClick=${save(() => savePng(picture()))}>
      PNG
    </button>
    <button
      type="button"
      class="button button--small"
      onClick=${save(() =>
        download('steps.txt', 'text/plain', film ? steps(pane) : captions(pane)),
      )}
    >
      Text
    </button>
    ${
      film &&
      html`<button
        type="button"
        class="button button--small"
        onClick=${save(() => download('tree.tex', 'text/plain', tikz(pane, step)))}
      >
        TikZ
      </button>`
    }
    <button
      type="button"
      class="button button--small"
      onClick=${() => (film ? printSteps(pane, step, style) : window.print())}
    >
      Print
    </button>
  </div>`;
}

async function share() {
  const url = address();
  url.searchParams.delete('token');
  try {
    await navigator.clipboard.writeText(url.href);
    toast('Link copied: lesson, algorithms, step and mode.', { tone: 'good', seconds: 4 });
  } catch {
    toast(url.href, { hint: 'Copy it from here, or from the address bar.', seconds: 30 });
  }
}

function download(name, type, content) {
  const url = URL.createObjectURL(
    content instanceof Blob ? content : new Blob([content], { type: `${type};charset=utf-8` }),
  );
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function saveSvg(svg) {
  const copy = svg.cloneNode(true);
  const [from, to] = [
    [svg, ...svg.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    to[i].removeAttribute('class');
    to[i].removeAttribute('style');
    for (const look of LOOKS) to[i].setAttribute(look, style.getPropertyValue(look));
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  copy.insertAdjacentHTML('afterbegin', `<rect width="100%" height="100%" fill="${paper()}"/>`);
  download('tree.svg', 'image/svg+xml', new XMLSerializer().serializeToString(copy));
}

function paper() {
  return getComputedStyle(document.documentElement)
    .getPropertyValue('--surface')
    .includes('light-dark')
    ? getComputedStyle(document.querySelector('.panel') ?? document.body).backgroundColor
    : getComputedStyle(document.documentElement).getPropertyValue('--surface');
}

/** Draws the picture on a canvas, element by element: pictures of pictures are not loaded here. */
async function savePng(svg) {
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.min(2 * (width < 100 ? 40 : 1), 8000 / Math.max(width, height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.ceil(width * scale), Math.ceil(height * scale)];
  const ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  ink.fillStyle = paper();
  ink.fillRect(0, 0, canvas.width, canvas.height);
  const whole = svg.getScreenCTM().inverse();
  for (const element of svg.querySelectorAll('path, rect, circle, text')) {
    const at = whole.multiply(element.getScreenCTM());
    ink.setTransform(
      scale * at.a,
      scale * at.b,
      scale * at.c,
      scale * at.d,
      scale * at.e,
      scale * at.f,
    );
    paint(ink, element, getComputedStyle(element));
  }
  const blob = await new Promise((done) => {
    canvas.toBlob(done, 'image/png');
  });
  download('tree.png', 'image/png', blob);
}

function paint(ink, element, style) {
  if (style.display === 'none' || style.visibility === 'hidden') return;
  ink.globalAlpha =
    Number(style.opacity) * Number(getComputedStyle(element.parentNode).opacity || 1);
  if (element.tagName === 'text') return write(ink, element, style);
  const shape = outline(element);
  if (style.fill !== 'none') {
    ink.fillStyle = style.fill;
    ink.fill(shape);
  }
  if (style.stroke === 'none') return undefined;
  ink.strokeStyle = style.stroke;
  ink.lineWidth = parseFloat(style.strokeWidth);
  ink.setLineDash(
    style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(',').map(parseFloat),
  );
  return ink.stroke(shape);
}

function outline(element) {
  const number = (name) => Number(element.getAttribute(name) ?? 0);
  const path = new Path2D(element.getAttribute('d') ?? '');
  if (element.tagName === 'rect')
    path.rect(number('x'), number('y'), number('width'), number('height'));
  if (element.tagName === 'circle')
    path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI);
  return path;
}

function write(ink, element, style) {
  ink.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  ink.textAlign = { middle: 'center', end: 'right' }[style.textAnchor] ?? 'left';
  const [x, y] = [Number(element.getAttribute('x') ?? 0), Number(element.getAttribute('y') ?? 0)];
  if (style.stroke !== 'none') {
    [ink.strokeStyle, ink.lineWidth, ink.lineJoin] = [
      style.stroke,
      parseFloat(style.strokeWidth),
      'round',
    ];
    ink.strokeText(element.textContent, x, y);
  }
  ink.fillStyle = style.fill;
  ink.fillText(element.textContent, x, y);
}

function steps({ trace }) {
  const all = trace.film.steps.map(({ text }, i) => `${String(i + 1).padStart(4)}  ${text}`);
  return [trace.film.title, '', ...all, '', trace.film.summary, trace.film.key, ''].join('\n');
}

function captions({ trace }) {
  return trace.frames.map(({ caption, rows }) => `${caption}  [${rows.join(' ')}]`).join('\n');
}

const TIKZ = {
  max: 'regular polygon,regular polygon sides=3',
  min: 'regular polygon,regular polygon sides=3,shape border rotate=180',
  chance: 'circle',
  player: 'regular polygon,regular polygon sides=6',
  tip: 'rectangle',
};

/** The tree after a step for LaTeX. */
function tikz(pane, step) {
  const { film } = pane.trace;
  const looks = pane.player.at(step);
  const shown = states(film, looks);
  const line = bestLine(looks);
  const drawn = film.nodes.map((_, id) => id).filter((id) => film.nodes[id].x !== undefined);
  const nodes = drawn.map((id) => {
    const { x, y, kind, tip } = film.nodes[id];
    const faint = ['unseen', 'under', 'cut'].includes(shown[id]) ? ',dashed' : '';
    const place = `${(x / 40).toFixed(2)},${(-y / 40).toFixed(2)}`;
    const label = tex(looks[id].value || tip);
    return `  \\node[draw,inner sep=2pt,${TIKZ[kind]}${faint}] (n${id}) at (${place}) {${label}};`;
  });
  const edges = drawn
    .filter((id) => film.nodes[id].parent !== null)
    .map((id) => {
      const { parent } = film.nodes[id];
      const look =
        shown[id] === 'cut' || shown[id] === 'under'
          ? 'dashed'
          : line.has(id) && line.has(parent)
            ? 'very thick'
            : 'thin';
      const weight = looks[id].weight
        ? ` node[midway,right,font=\\tiny] {${tex(looks[id].weight)}}`
        : '';
      return `  \\draw[${look}] (n${parent}) --${weight} (n${id});`;
    });
  const head = '% \\usepackage{tikz} \\usetikzlibrary{shapes.geometric}';
  return [
    head,
    `% ${film.title.replace(/\s+/g, ' ')}, step ${step + 1}`,
    '\\begin{tikzpicture}',
    ...nodes,
    ...edges,
    '\\end{tikzpicture}',
    '',
  ].join('\n');
}

const TEX = {
  '≤': '$\\le$',
  '≥': '$\\ge$',
  '∞': '$\\infty$',
  '−': '$-$',
  '-': '$-$',
  '⟨': '$\\langle$',
  '⟩': '$\\rangle$',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '&': '\\&',
};

function tex(text) {
  return [...text].map((letter) => TEX[letter] ?? letter).join('');
}
