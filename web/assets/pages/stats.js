// Stats: what changed since you looked, what you watch, how the value went, and figures of the
// project.
import { html } from '/lib/preact.js';
import { useTopic } from '/lib/socket.js';
import { at } from '/lib/api.js';
import { query } from '/lib/router.js';
import { Loaded } from '/lib/parts.js';
import { Changes, RANGES } from '/pages/stats-changes.js';
import { Watches } from '/pages/stats-watches.js';
import { ValueChart, GrowthChart, Shape, Throughput } from '/pages/stats-charts.js';
import { Figures, Sources } from '/pages/stats-figures.js';
import { useSince } from '/pages/stats-since.js';
import { useSlow } from '/pages/stats-slow.js';

/** @param {{ route: Route }} props */
export function Page({ route }) {
  const { project } = route;
  const range = RANGES.some(([key]) => key === route.query.range) ? route.query.range : 'seen';
  const since = useSince(range);
  const about = useTopic(at(project));
  const start = useTopic(at(project, 'node', 'root')).data?.turn ?? 'first';
  const changes = useTopic(at(project, `changes?since=${since}`));
  const history = useSlow(at(project, 'history'), about.data?.evaluations);
  const stats = useTopic(at(project, 'stats'));
  const choose = (key) => query({ range: key === 'seen' ? null : key });
  return html`<div class="stats">
    <h1 class="sr">Statistics of ${project}</h1>
    <${Changes}
      project=${project}
      topic=${changes}
      range=${range}
      choose=${choose}
      start=${start}
    />
    <div class="stats-pair">
      <${ValueChart} project=${project} topic=${history} about=${about.data} start=${start} />
      <${Watches} project=${project} topic=${changes} about=${about.data} start=${start} />
    </div>
    <${Throughput} about=${about.data} />
    <${Loaded} of=${stats} rows=${4}>
      ${(/** @type {Stats} */ data) => html`
        <${Figures} stats=${data} />
        <div class="stats-three">
          ${history.data && html`<${GrowthChart} history=${history.data} />`}
          <${Shape} stats=${data} />
        </div>
        <${Sources} stats=${data} />
      `}
    <//>
  </div>`;
}
