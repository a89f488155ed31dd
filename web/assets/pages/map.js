// Map: the whole graph below a position, every position a box as wide as it matters.
import { html, useEffect, useRef, useState } from '/lib/preact.js';
import { useTopic } from '/lib/socket.js';
import { at, get } from '/lib/api.js';
import { go, link, query } from '/lib/router.js';
import { useKeys } from '/lib/keys.js';
import { useCommands } from '/lib/palette.js';
import { Panel, Trouble, Waiting, Empty } from '/lib/parts.js';
import { fail, toast } from '/lib/toast.js';
import { turned, povName } from '/lib/format.js';
import { usePicture, useStage } from '/pages/map-data.js';
import { Canvas, target } from '/pages/map-canvas.js';
import { Bar, Crumbs, Legend } from '/pages/map-frame.js';
import { Tree } from '/pages/map-tree.js';
import { Selected } from '/pages/map-selected.js';
import { BoxTable } from '/pages/map-table.js';
import { save } from '/pages/map-export.js';
import { neighbour, stands } from '/pages/map-model.js';

const CHOICES = 'gametree.map';
const KEYS = 'Arrow keys move by tree relation, Enter zooms to a box, Backspace goes up.';

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(CHOICES) ?? 'null') ?? {};
  } catch {
    return {};
  }
}

/**
 * How the picture is drawn: what a width and a colour mean. In the address, and kept for the next
 * time.
 * @returns {[{ size: string, way: string }, (change: object) => void]}
 */
function useChoices(asked) {
  const [kept] = useState(remembered);
  const choices = {
    size: asked.size ?? kept.size ?? 'share',
    way: asked.colour ?? kept.way ?? 'eval',
  };
  const set = (change) => {
    const next = { ...choices, ...change };
    try {
      localStorage.setItem(CHOICES, JSON.stringify(next));
    } catch {
      /* Storage is off: the choice stays in the address. */
    }
    query({ size: next.size, colour: next.way });
  };
  return [choices, set];
}

/**
 * How chances moved since the user looked: a map from positions to −1…1.
 * @param {string} project
 */
function useChanges(project, on) {
  const { data } = useTopic(on ? at(project, 'changes?since=seen') : null);
  const [found, setFound] = useState(null);
  useEffect(() => {
    /** @returns {[number, number]} */
    const moved = ({ node, before, now }) => {
      const change = now.win - before.win;
      return [node, Math.sign(change) * Math.min(1, 0.25 + 4 * Math.abs(change))];
    };
    const rows = data?.rows.filter((row) => row.before && row.now);
    setFound(rows ? new Map(rows.map(moved)) : null);
  }, [data]);
  return found;
}

/** @param {{ route: Route }} props */
export function Page({ route }) {
  const { project } = route;
  const [choices, choose] = useChoices(route.query);
  const icicle = useRef(null);
  const [hovered, setHovered] = useState(false);
  const about = useTopic(at(project));
  const picture = usePicture({ project, node: route.node, size: choices.size, hovered });
  const model = useStage(icicle, picture.model);
  const top = useTopic(model ? at(project, 'node', model.root) : null);
  const changes = useChanges(project, choices.way === 'change');
  const flipped = turned(top.data?.turn ?? 'first');
  const selected = model && (model.byNode.get(Number(route.query.at)) ?? model.boxes[0]);
  const [stub, setStub] = useState(null);
  const shown = stub && model?.boxes[stub.i] === stub ? stub : selected;
  const scene = { model, way: choices.way, changes, turned: flipped, selected: shown };
  const select = (box) => {
    setStub(stands(box) ? null : box);
    query({ at: box.node });
  };
  const reroot = (box) => open({ project, model, box, route, select, icicle });
  useMapKeys({ model, shown, select, reroot, icicle, project, picture, route });
  useCommands(
    ['svg', 'png', 'json'].map((kind) => ({
      label: `Save the map as ${kind.toUpperCase()}`,
      hint: 'map',
      run: () => save(kind, icicle.current, `${project} map`),
    })),
  );
  const told = { select, open: reroot, hold: setHovered, view: picture.look };
  const writable = about.data?.writable ?? false;
  return html`<div class="map">
    <h1 class="sr">Map of ${project}</h1>
    <${Bar}
      ...${{
        choices,
        choose,
        picture,
        find: (text) => find({ project, model, text, select, icicle, route }),
      }}
    />
    <${Crumbs} project=${project} path=${picture.path} route=${route} />
    ${picture.error && html`<${Trouble} error=${picture.error} />`}
    <section class="panel map-panel" aria-label="Map">
      ${!model && !picture.error && html`<${Waiting} rows=${6} />`}
      <${Canvas}
        scene=${scene}
        told=${told}
        handle=${icicle}
        label=${`Map: ${model?.boxes.length ?? 0} boxes. ${KEYS}`}
      />
      <${Legend}
        way=${choices.way}
        size=${choices.size}
        pov=${povName()}
        frame=${icicle.current?.base}
        icicle=${icicle}
        name=${`${project} map`}
      />
    </section>
    ${
      model &&
      model.boxes.length < 2 &&
      html`<section class="panel">
        <${Empty} title="Nothing below this position yet.">
          <p>Run the project, or add moves in Analyse or in the queue.</p>
        <//>
      </section>`
    }
    ${
      model &&
      html`
        <div class="map-below">
          <${Panel} title="Around the selected position" class="map-around">
            <${Tree}
              model=${model}
              focus=${shown}
              turned=${flipped}
              select=${choosing(select, icicle)}
              open=${reroot}
            />
          <//>
          <${Panel} title="Chosen" class="map-details">
            <${Selected}
              project=${project}
              box=${shown}
              path=${picture.path}
              writable=${writable}
              reroot=${reroot}
            />
          <//>
        </div>
        <details class="panel map-as-table">
          <summary>As table: the 50 largest boxes</summary>
          <${BoxTable}
            model=${model}
            turned=${flipped}
            selected=${shown}
            select=${choosing(select, icicle)}
          />
        </details>
      `
    }
  </div>`;
}

/** Chooses a box from elsewhere than the picture, which then shows it. */
const choosing = (select, icicle) => (box) => {
  select(box);
  icicle.current?.reveal(box);
};

/**
 * Puts a box on top; from a stub it leads to the box where the position stands.
 * @param {{ project: string, model: any, box: any, route: Route, select: any, icicle: any }} of
 */
function open({ project, model, box, route, select, icicle }) {
  const to = target(model, box);
  if (to !== box) return choosing(select, icicle)(to);
  if (!box.parent) return undefined;
  return goTo(project, box.node, route);
}

/**
 * @param {string} project
 * @param {Route} route
 */
function goTo(project, node, route) {
  const { size, colour } = route.query;
  const kept = new URLSearchParams(Object.entries({ size, colour }).filter(([, value]) => value));
  go(`${link.map(project, node)}${kept.size > 0 ? `?${kept}` : ''}`);
}

/**
 * @param {{
 *   model: any, shown: any, select: any, reroot: any, icicle: any, project: string, picture: any,
 *   route: Route,
 * }} of
 */
function useMapKeys({ model, shown, select, reroot, icicle, project, picture, route }) {
  const step = (way) => () => model && choosing(select, icicle)(neighbour(model, shown, way));
  const path = picture.path;
  useKeys('map', {
    in: () => icicle.current?.zoom(0.7),
    out: () => icicle.current?.zoom(1 / 0.7),
    up: step('up'),
    down: step('down'),
    left: step('left'),
    right: step('right'),
    reroot: () => shown && reroot(shown),
    back: () =>
      path.length > 1
        ? goTo(project, path.at(-2).node, route)
        : toast('This is the root position.', { seconds: 3 }),
    find: () => document.getElementById('map-find')?.focus(),
    open: {
      keys: ['a'],
      label: 'Open the selected position in Analyse',
      run: () => shown && go(link.analyse(project, shown.node)),
    },
  });
  useKeys('global', { order: picture.changed ? picture.apply : null });
}

/**
 * @param {{
 *   project: string, model: any, text: string, select: any, icicle: any, route: Route,
 * }} of
 */
async function find({ project, model, text, select, icicle, route }) {
  if (!text.trim()) return;
  try {
    const { node } = await get(at(project, `find?q=${encodeURIComponent(text)}`));
    const box = model?.byNode.get(node);
    if (box) choosing(select, icicle)(box);
    else goTo(project, node, route);
  } catch (error) {
    fail(error);
  }
}
