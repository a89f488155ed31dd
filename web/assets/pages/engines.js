// Engines: which there are, whether they work, who works for which project, and how to let them.
import { html, useState } from '/lib/preact.js';
import { useTopic, refresh } from '/lib/socket.js';
import { query } from '/lib/router.js';
import { Loaded } from '/lib/parts.js';
import { EngineList } from '/pages/engines-list.js';
import { Workers } from '/pages/engines-workers.js';
import { RunForm } from '/pages/engines-run.js';
import { HowTo } from '/pages/engines-add.js';

/** @param {{ route: Route }} props */
export function Page({ route }) {
  const engines = useTopic('/api/engines');
  const workers = useTopic('/api/workers');
  const projects = useTopic('/api/projects');
  const [tests, setTests] = useState({});
  const tested = (id, result) => {
    setTests((old) => ({ ...old, [id]: result }));
    refresh('/api/engines');
  };
  const processors = workers.data?.processors ?? null;
  return html`<div class="engines">
    <h1 class="sr">Engines</h1>
    <div class="engines-main">
      <${Workers} topic=${workers} projects=${projects.data?.projects ?? []} />
      <${Loaded} of=${engines} rows=${4}>
        ${(/** @type {Engines} */ data) =>
          html`<${EngineList} engines=${data.engines} tests=${tests} tested=${tested} />`}
      <//>
      <${HowTo} />
    </div>
    <div class="engines-side">
      ${
        engines.data &&
        projects.data &&
        html`<${RunForm}
          engines=${engines.data.engines}
          projects=${projects.data.projects}
          processors=${processors}
          tests=${tests}
          tested=${tested}
          wanted=${route.query.project}
          choose=${(id) => query({ project: id })}
        />`
      }
    </div>
  </div>`;
}
