// What the map shows: the server's answer for the whole, a finer one for where the window is, and
// calm about news.
import { useEffect, useMemo, useRef, useState } from '/lib/preact.js';
import { useTopic } from '/lib/socket.js';
import { at } from '/lib/api.js';
import { build, coverOf, graft, moved, same } from '/pages/map-model.js';

const CALM = 0.05; // of the width: more is not taken without being asked
const FEW = 60; // boxes: a picture that small is taken as it grows
const SETTLE = 280; // milliseconds that a window rests before it is looked at closely
const LIMIT = 6000;

/** Boxes narrower than a pixel are not asked for; widths in steps, so that a resize asks rarely. */
function leastWidth() {
  return 1 / (Math.ceil(Math.max(400, innerWidth) / 400) * 400);
}

/** @param {string} project */
function address(project, ask) {
  return at(
    project,
    `map?${new URLSearchParams(Object.entries(ask).filter(([, value]) => value !== undefined))}`,
  );
}

/**
 * The picture: { model, path, changed, apply, error, look }. `look(view)` is told where the window
 * is.
 * @param {{ project: string, node: any, size: any, hovered: any }} of
 */
export function usePicture({ project, node, size, hovered }) {
  const least = useMemo(leastWidth, []);
  const root = /^\d+$/.test(node ?? '') ? node : undefined;
  const whole = address(project, { root, size, min: least, limit: LIMIT });
  const [finer, setFiner] = useState(null);
  const base = useTopic(whole);
  const inner = useTopic(finer?.whole === whole ? finer.path : null);
  const rough = useMemo(() => base.data && build(base.data), [base.data]);
  const fresh = useMemo(() => rough && composed(rough, inner.data), [rough, inner.data]);
  const key = `${whole} ${inner.data && finer ? finer.path : ''}`;
  const [shown, setShown] = useState(null);
  const take = () => setShown({ key, whole, model: fresh, path: base.data?.path });
  const other = Boolean(fresh && shown && shown.model !== fresh && !same(shown.model, fresh));
  useEffect(() => {
    if (fresh && (!shown || shown.key !== key || (other && !hovered && quiet(shown.model, fresh))))
      take();
  }, [fresh, key, hovered]);
  const look = useLook({ project, whole, size, least, rough, setFiner });
  return {
    model: shown?.model ?? null,
    path: shown?.path ?? [],
    changed: other && shown.key === key,
    apply: take,
    error: base.data ? null : base.error,
    look,
  };
}

function quiet(before, after) {
  return after.boxes.length <= FEW || moved(before, after) < CALM;
}

/** @param {MapAnswer | null} data */
function composed(rough, data) {
  const cover = data && rough.byNode.get(data.root);
  return cover ? graft(rough, cover, data) : rough;
}

/**
 * Asks for more where the window rests.
 * @param {{ project: string, whole: any, size: any, least: any, rough: any, setFiner: any }} of
 */
function useLook({ project, whole, size, least, rough, setFiner }) {
  const timer = useRef(0);
  const latest = useRef(null);
  latest.current = { whole, rough };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (view) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const now = latest.current;
      if (now.rough) setFiner((old) => wanted({ project, size, least, now, view, old }));
    }, SETTLE);
  };
}

/** @param {{ project: string, size: any, least: any, now: any, view: any, old: any }} of */
function wanted({ project, size, least, now, view, old }) {
  const width = view.b - view.a;
  if (width > 0.6) return null;
  const cover = coverOf(now.rough, view.a, view.b);
  const min = 2 ** Math.floor(Math.log2((width * least) / cover.w));
  const path = address(project, { root: cover.node, size, min, limit: LIMIT });
  return old?.path === path && old.whole === now.whole ? old : { whole: now.whole, path };
}

/**
 * The model on the stage: another root is flown to, as long as one of them is in the picture of the
 * other.
 */
export function useStage(icicle, model) {
  const [staged, setStaged] = useState(null);
  useEffect(() => {
    if (!model || model === staged) return;
    const [stage, whole] = [icicle.current, { a: 0, b: 1, y: 0 }];
    if (!stage || !staged || staged.root === model.root) {
      setStaged(model);
      return;
    }
    const swap = (view) => {
      stage.view = view;
      stage.set({ model, selected: null, hover: null });
      setStaged(model);
    };
    const into = staged.byNode.get(model.root);
    if (into) {
      stage.fly(stage.windowOf(into), () => swap(whole));
      return;
    }
    const from = model.byNode.get(staged.root);
    swap(from ? stage.windowOf(from) : whole);
    if (from) stage.fly(whole);
  }, [model]);
  return staged;
}
