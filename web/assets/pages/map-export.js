// The map as a file: SVG and PNG of what is shown, JSON of all that is known.
import { palette, fillOf } from '/pages/map-colour.js';
import { placing, ROW, signs, worthOf } from '/pages/map-paint.js';
import { FIELDS, restOf, stands } from '/pages/map-model.js';
import { fail } from '/lib/toast.js';

/** Saves the picture: kind is 'svg', 'png' or 'json'. */
export async function save(kind, icicle, name) {
  try {
    const blob = { svg: asSvg, png: asPng, json: asJson }[kind](icicle);
    download(await blob, `${name}.${kind}`);
  } catch (error) {
    fail(error);
  }
}

function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const anchor = Object.assign(document.createElement('a'), {
    href: url,
    download: name.replace(/[^\w .,()+-]/g, '_'),
  });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function asJson({ model }) {
  const columns = [...FIELDS, 'see'];
  const data = {
    schema: 'gametree.map/1',
    root: model.root,
    size: model.size,
    columns,
    rows: model.rows,
  };
  return new Blob([JSON.stringify(data)], { type: 'application/json' });
}

function asPng(icicle) {
  const sheet = document.createElement('canvas');
  sheet.width = icicle.base.width;
  sheet.height = icicle.base.height;
  const context = /** @type {CanvasRenderingContext2D} */ (sheet.getContext('2d'));
  context.fillStyle = icicle.colours.page;
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.drawImage(icicle.base, 0, 0);
  return new Promise((done, failed) => {
    sheet.toBlob(
      (blob) =>
        blob ? done(blob) : failed(new Error('The picture is too large for this browser.')),
      'image/png',
    );
  });
}

function asSvg(icicle) {
  const { model, width, view } = icicle;
  const place = placing({ ...view, y: 0 }, width);
  const colours = palette();
  const height = model.levels.length * ROW + ROW;
  const shapes = model.boxes
    .filter(
      (box) => box.w * place.scale > 0.5 && place.x(box.x) < width && place.x(box.x + box.w) > 0,
    )
    .map((box) => shape(box, place, icicle, colours));
  return new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
        `viewBox="0 0 ${width} ${height}" ` +
        `font-family="system-ui, sans-serif" font-size="12.5">\n` +
        `<rect width="100%" height="100%" fill="${colours.page}"/>\n${shapes.join('\n')}\n</svg>\n`,
    ],
    { type: 'image/svg+xml' },
  );
}

function shape(box, place, icicle, colours) {
  const [x, w, y] = [place.x(box.x), box.w * place.scale, box.d * ROW];
  const { fill, ink } = fillOf(box, icicle.way, colours, icicle.changes);
  const name = box.move ? `${box.number.replace('...', '…')}${box.move}` : 'root';
  const full = `${signs(box)} ${name} ${worthOf(box, icicle.turned)}`.trim();
  const edge = box.line
    ? ` stroke="${colours.ink}" stroke-width="2"`
    : box.state === 'new'
      ? ` stroke="${colours.strong}" stroke-dasharray="3 3"`
      : '';
  const label = full.length * 6.6 < w - 8 ? full : box.move.length * 7 < w - 6 ? box.move : '';
  const text =
    label &&
    `<text x="${(Math.max(0, x) + 4).toFixed(1)}" y="${y + 17}" fill="${ink}">${safe(label)}</text>`;
  const rest = restOf(box);
  const hidden =
    rest && rest.n > 0 && rest.w * place.scale > 34
      ? `<text x="${(place.x(rest.x) + 6).toFixed(1)}" y="${y + ROW + 17}" ` +
        `fill="${colours.muted}">… ${rest.n}</text>`
      : '';
  return (
    `<g><title>${safe(full)} ${(box.w * 100).toFixed(2)}%</title>` +
    `<rect x="${x.toFixed(2)}" y="${y}" width="${Math.max(0.4, w - 1).toFixed(2)}" ` +
    `height="${stands(box) ? ROW - 1 : 17}" fill="${fill}"${edge}/>${text}${hidden}</g>`
  );
}

function safe(text) {
  return text.replace(
    /[&<>"]/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter],
  );
}
