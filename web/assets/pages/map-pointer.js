// The pointer on the map: wheel and pinch zoom the width, a drag moves the window, a click
// chooses, a double click goes there.

const STILL = 4; // pixels: less is a click, more is a drag
const TWICE = 400; // milliseconds between the clicks of a double click
const TURN = 500; // milliseconds that belong to one turn of the wheel
const EVENTS = [
  'pointerdown',
  'pointermove',
  'pointerup',
  'pointercancel',
  'pointerenter',
  'pointerleave',
  'wheel',
];

/**
 * `new PointerInput(element, icicle, { tell, told })`: `tell` shows what is under the pointer,
 * `told()` is who is told of choices.
 */
export class PointerInput {
  constructor(element, icicle, { tell, told }) {
    this.element = element;
    this.icicle = icicle;
    this.tell = tell;
    this.told = told;
    this.fingers = new Map();
    this.travelled = 0;
    /** @type {{ box: any, when: number } | null} */
    this.last = null;
    this.zoomed = -TURN;
    for (const name of EVENTS) element.addEventListener(name, this, { passive: false });
  }

  /** Ends it. */
  end() {
    for (const name of EVENTS) this.element.removeEventListener(name, this);
  }

  handleEvent(event) {
    this[event.type](event);
  }

  at(event) {
    const place = this.element.getBoundingClientRect();
    return [event.clientX - place.left, event.clientY - place.top];
  }

  pointerenter(event) {
    if (event.pointerType === 'mouse') this.told().hold(true);
  }

  pointerleave() {
    this.icicle.set({ hover: null });
    this.tell(null);
    this.told().hold(false);
  }

  pointerdown(event) {
    this.fingers.set(event.pointerId, this.at(event));
    this.travelled = 0;
    this.tell(null);
  }

  pointermove(event) {
    if (this.fingers.has(event.pointerId)) this.drag(event);
    else if (event.pointerType === 'mouse') this.hover(event);
  }

  hover(event) {
    const { icicle } = this;
    const [x, y] = this.at(event);
    const found = icicle.at(x, y);
    icicle.set({ hover: found?.box ?? null });
    const flip = { x: x > icicle.width / 2, y: y > icicle.height * 0.6 };
    this.tell(found ? { ...found, x: x + 12, y: y + 12, flip } : null);
  }

  drag(event) {
    const { icicle, fingers, element } = this;
    const before = [...fingers.values()];
    const [from, to] = [fingers.get(event.pointerId), this.at(event)];
    fingers.set(event.pointerId, to);
    this.travelled += Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]);
    if (this.travelled <= STILL) return;
    if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
    if (fingers.size === 2) pinch(icicle, before, [...fingers.values()]);
    else icicle.pan(to[0] - from[0], event.pointerType === 'touch' ? 0 : to[1] - from[1]);
  }

  pointercancel(event) {
    this.fingers.delete(event.pointerId);
  }

  pointerup(event) {
    const pressed = this.fingers.delete(event.pointerId);
    if (pressed && this.travelled <= STILL && event.button === 0)
      this.click(this.icicle.at(...this.at(event)), event.timeStamp);
  }

  click(found, when) {
    const box = found?.box ?? null;
    const { last } = this;
    const again = box !== null && last !== null && last.box === box && when - last.when < TWICE;
    this.last = { box, when };
    if (again) this.told().open(box);
    else if (box) this.told().select(box);
    else if (found?.rest) this.told().open(found.of);
  }

  wheel(event) {
    const { icicle } = this;
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const whole = icicle.view.b - icicle.view.a >= 1;
    // What is wholly seen lets the page scroll, but not within the same turn of the wheel.
    if (!sideways && whole && event.deltaY > 0 && event.timeStamp - this.zoomed > TURN) return;
    this.zoomed = event.timeStamp;
    event.preventDefault();
    this.tell(null);
    if (sideways) icicle.pan(-(event.deltaX || event.deltaY), 0);
    else
      icicle.zoom(
        Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.0025),
        this.at(event)[0],
      );
  }
}

/** Two fingers zoom the width and move the window. */
function pinch(icicle, before, after) {
  const apart = ([[ax], [bx]]) => Math.max(10, Math.abs(ax - bx));
  const middle = ([[ax, ay], [bx, by]]) => [(ax + bx) / 2, (ay + by) / 2];
  const [[x, y], [x0, y0]] = [middle(after), middle(before)];
  icicle.zoom(apart(before) / apart(after), x);
  icicle.pan(x - x0, y - y0);
}
