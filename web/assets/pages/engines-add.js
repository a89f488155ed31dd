// How to add an engine. A page can never name a program: that is done where programs are started,
// on the computer itself.
import { html } from '/lib/preact.js';
import { Panel } from '/lib/parts.js';
import { toast } from '/lib/toast.js';

const ONCE = 'gametree serve --engine /path/to/engine';
const ALWAYS = `[engine.deep]
command = "/path/to/engine --with arguments"

[engine.deep.options]
Threads = 4
`;
const FAR = `[engine.server]
command = "ssh my-server /path/to/engine"
`;

/** The panel. */
export function HowTo() {
  return html`<${Panel} title="Add an engine">
    <div class="how">
      <p>
        An engine is a program, and pages never name programs: otherwise a page could run anything
        here. So it is named on the computer itself, in one of two ways.
      </p>
      <div>
        <h3>For this time</h3>
        <p>Start the server with its command; repeat <code>--engine</code> for several.</p>
        <${Copy} text=${ONCE} />
      </div>
      <div>
        <h3>For good</h3>
        <p>
          Write it into the configuration file <code>~/.config/gametree/config.toml</code> (or the
          file that <code>GAMETREE_CONFIG</code> names). It is read again by itself. Texts and
          files, such as tables of endgames, are set here, too.
        </p>
        <${Copy} text=${ALWAYS} />
      </div>
      <div>
        <h3>On another computer</h3>
        <p>
          Any command that speaks UCI will do, so ssh does: with a key, without a password. Nothing
          is stored here.
        </p>
        <${Copy} text=${FAR} />
      </div>
      <p class="muted">
        Engines in the usual places, such as <code>stockfish</code> on the path, are found without
        any of this.
      </p>
    </div>
  <//>`;
}

function Copy({ text }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast('Copied.', { seconds: 2 });
    } catch {
      toast('This browser does not let pages copy: select the text instead.', { tone: 'bad' });
    }
  }
  return html`<div class="copy">
    <pre tabindex="0">${text}</pre>
    <button type="button" class="button button--small" onClick=${copy}>Copy</button>
  </div>`;
}
