// The map as a thing: a picture, a window on it that zooms and pans, and two canvases that show it.
import { paintBoxes, paintOver, placing, rowHeight } from '/pages/map-paint.js';
import { palette } from '/pages/map-colour.js';
import { boxAt, restOf } from '/pages/map-model.js';
import { moving } from '/lib/prefs.js';

const LASTS = 250; // milliseconds of a move of the window
const NARROWEST = 2e-6;

/** `new Icicle(base, over, { seen })`; `seen(view)` is told after every frame. */
export class Icicle {
  constructor(base, over, { seen }) {
    this.base = base;
    this.over = over;
    this.seen = seen;
    /** @type {any} */
    this.model = null;
    this.hover = null;
    this.selected = null;
    this.focused = false;
    this.way = 'eval';
    this.changes = null;
    this.turned = false;
    this.width = 0;
    this.height = 0;
    this.row = rowHeight(1, 0);
    this.shift = 0;
    this.busy = new WeakMap();
    this.view = { a: 0, b: 1, y: 0 }; // parts of the root's width, and rows
    this.colours = palette();
    this.frame = 0;
    this.flight = 0;
    this.clock = setInterval(() => this.tick(), 160);
  }

  /** Ends it. */
  end() {
    clearInterval(this.clock);
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.flight);
  }

  /** Takes new colours after the theme has changed. */
  repaint() {
    this.colours = palette();
    this.ask();
  }

  /** Fits the canvases to their place and to the screen's pixels. */
  fit(width, height) {
    const ratio = devicePixelRatio || 1;
    Object.assign(this, { width, height });
    for (const canvas of [this.base, this.over]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.getContext('2d').setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    if (this.model) this.row = rowHeight(this.model.levels.length, height);
    this.look(this.view);
    this.paint();
  }

  /** Changes what is shown: { model, way, changes, turned, selected, hover, focused }. */
  set(change) {
    const light = Object.keys(change).every((key) =>
      ['hover', 'selected', 'focused'].includes(key),
    );
    const { model, ...rest } = change;
    Object.assign(this, rest);
    if ('model' in change) this.take(model);
    if (light) this.askOver();
    else this.ask();
  }

  scene() {
    const { model, view, row, width, height, colours, way, changes, turned } = this;
    return { model, view, row, width, height, colours, way, changes, turned };
  }

  /**
   * Takes a picture. Rows get another height for another root, or where all is seen; not while
   * somebody looks closely.
   */
  take(model) {
    const whole = this.view.b - this.view.a > 0.999;
    const other = this.model?.root !== model?.root || this.model?.size !== model?.size;
    this.model = model;
    if (model && (whole || other)) this.row = rowHeight(model.levels.length, this.height);
  }

  place() {
    return placing(this.view, this.width, this.row);
  }

  ask() {
    this.whole = true;
    this.askOver();
  }

  askOver() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  paint() {
    if (!this.model || this.width < 2) return;
    if (this.whole !== false) this.paintBase();
    const { hover, selected, focused, shift } = this;
    paintOver(this.over.getContext('2d'), this.scene(), {
      hover,
      selected,
      focused,
      shift,
      running: this.running(),
    });
    this.whole = false;
  }

  paintBase() {
    const begun = performance.now();
    const drawn = paintBoxes(this.base.getContext('2d'), this.scene());
    this.base.dataset.frameMs = (performance.now() - begun).toFixed(2);
    this.base.dataset.boxes = drawn;
    this.seen(this.view);
  }

  /** Boxes at work that can be seen. */
  running() {
    const place = this.place();
    const wide = (box) =>
      box.w * place.scale > 3 && place.x(box.x) < this.width && place.x(box.x + box.w) > 0;
    if (!this.busy.has(this.model))
      this.busy.set(
        this.model,
        this.model.boxes.filter((box) => box.flags.includes('r')),
      );
    return this.busy.get(this.model).filter(wide);
  }

  tick() {
    if (!this.model || document.hidden || !moving() || this.running().length === 0) return;
    this.shift = (this.shift + 1) % 9;
    this.askOver();
  }

  /** The lowest the window may go, in rows. */
  depth() {
    return Math.max(0, (this.model?.levels.length ?? 1) + 1 - this.height / this.row);
  }

  /** Puts the window somewhere, inside of the picture. */
  look({ a, b, y }) {
    const width = Math.min(1, Math.max(NARROWEST, b - a));
    const left = Math.min(1 - width, Math.max(0, a));
    this.view = { a: left, b: left + width, y: Math.min(this.depth(), Math.max(0, y)) };
    this.ask();
  }

  /** Zooms by a factor about a point of the canvas. */
  zoom(factor, at = this.width / 2) {
    cancelAnimationFrame(this.flight);
    const { a, b, y } = this.view;
    const part = a + (at / this.width) * (b - a);
    const width = Math.min(1, Math.max(NARROWEST, (b - a) * factor));
    this.look({ a: part - (at / this.width) * width, b: part + (1 - at / this.width) * width, y });
  }

  /** Moves the window by pixels. */
  pan(dx, dy) {
    cancelAnimationFrame(this.flight);
    const { a, b, y } = this.view;
    const by = (dx / this.width) * (b - a);
    this.look({ a: a - by, b: b - by, y: y - dy / this.row });
  }

  /** Flies to a window; `done` is called there. Without motion it is there at once. */
  fly(to, done = () => {}, lasts = moving() ? LASTS : 0) {
    cancelAnimationFrame(this.flight);
    const [from, begun] = [this.view, performance.now()];
    const step = (now) => {
      const part = lasts === 0 ? 1 : Math.min(1, (now - begun) / lasts);
      this.view = between(from, to, part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) ** 2);
      this.whole = true;
      this.paint();
      if (part < 1) this.flight = requestAnimationFrame(step);
      else done();
    };
    if (lasts === 0) step(begun);
    else this.flight = requestAnimationFrame(step);
  }

  /** The window in which a box fills the width and stands on top. */
  windowOf(box) {
    return { a: box.x, b: box.x + box.w, y: box.d };
  }

  /** Moves the window so that a box can be seen and read. */
  reveal(box) {
    const place = this.place();
    const [x, w, y] = [place.x(box.x), box.w * place.scale, place.y(box.d)];
    const level = y >= 0 && y + 2 * place.row <= this.height;
    if (level && w >= 12 && x + w > 12 && x < this.width - 12) return;
    const wanted = w >= 12 ? this.view.b - this.view.a : Math.min(1, (box.w * this.width) / 80);
    const middle = box.x + box.w / 2;
    const top = level ? this.view.y : box.d - Math.floor(this.height / place.row / 2);
    const a = Math.min(1 - wanted, Math.max(0, middle - wanted / 2));
    this.fly({ a, b: a + wanted, y: Math.min(this.depth(), Math.max(0, top)) });
  }

  /** What is under a point of the canvas: { box } or { rest, of } or null. */
  at(x, y) {
    if (!this.model) return null;
    const { a, b } = this.view;
    const part = a + (x / this.width) * (b - a);
    const depth = Math.floor(y / this.row + this.view.y);
    const box = boxAt(this.model, part, depth);
    if (box) return { box };
    const of = depth > 0 ? boxAt(this.model, part, depth - 1) : null;
    const rest = of && restOf(of);
    return rest && part >= rest.x ? { rest, of } : null;
  }
}

/** Between two windows: widths by their ratio, so that a zoom is even. */
function between(from, to, part) {
  const [wide, narrow] = [from.b - from.a, to.b - to.a];
  const width = wide * (narrow / wide) ** part;
  const even = Math.abs(wide - narrow) < 1e-12 ? part : (wide - width) / (wide - narrow);
  const a = from.a + (to.a - from.a) * even;
  return { a, b: a + width, y: from.y + (to.y - from.y) * part };
}
