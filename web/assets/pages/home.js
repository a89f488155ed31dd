// Home: three doors, a box that starts an analysis, and the projects.
import { html, useRef } from '/lib/preact.js';
import { useTopic } from '/lib/socket.js';
import { useKeys } from '/lib/keys.js';
import { useCommands } from '/lib/palette.js';
import { Loaded } from '/lib/parts.js';
import { Start } from '/pages/home-start.js';
import { Projects } from '/pages/home-projects.js';
import { openTour } from '/pages/home-tour.js';
import { ShelvedProjects } from '/pages/home-manage.js';

function Door({ href, glyph, title, text }) {
  return html`<a class="door" href=${href}>
    <span class="door-glyph" aria-hidden="true">${glyph}</span>
    <span><b>${title}</b><span>${text}</span></span>
  </a>`;
}

export function Page() {
  const projects = useTopic('/api/projects');
  const about = useTopic('/api/about');
  const box = useRef(null);
  const start = () => box.current?.focus();
  useKeys('home', { new: start });
  useCommands([{ label: 'Take the tour', hint: 'six cards', run: openTour }]);
  return html`<div class="home wide">
    <h1 class="sr">gametree</h1>
    <section class="doors" aria-label="Start">
      <${Start} box=${box} />
      <${Door}
        href="/learn"
        glyph="△"
        title="Learn"
        text="Step through minimax, alpha-beta, Rivest and more, on trees you can edit."
      />
      <${Door}
        href="/play"
        glyph="♙"
        title="Play"
        text="Any game against any search, with hints and its thinking beside the board."
      />
      <${Door}
        href="/lab"
        glyph="⇌"
        title="Lab"
        text="Matches between searches, with tests that stop as soon as the result is clear."
      />
    </section>
    <${Loaded} of=${projects} rows=${4}>
      ${(/** @type {ProjectList} */ data) =>
        html`<${Projects}
          cards=${data.projects}
          start=${start}
          locked=${Boolean(about.data?.read_only)}
        />`}
    <//>
    <${ShelvedProjects} locked=${Boolean(about.data?.read_only)} />
  </div>`;
}
