// How to add an engine. A page can never name a program: that is done where programs are started,
// on the computer itself.
import { html } from '/lib/preact.js';
import { useTopic } from '/lib/socket.js';
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

const FARM = 'gametree serve --broker nats://NAME:TOKEN@HOST:4222';

/** The panel. */
export function HowTo() {
  const about = useTopic('/api/about');
  const file = about.data?.configuration ?? 'config.toml';
  return html`<${Panel} title="Add an engine">
    <div class="how">
      <p>For safety engines are configured on this computer, not from the browser.</p>
      <div>
        <h3>This session</h3>
        <p>Start the server with its command; repeat <code>--engine</code> for several.</p>
        <${Copy} text=${ONCE} />
      </div>
      <div>
        <h3>Permanently</h3>
        <p>
          Write it into the configuration file <code>${file}</code>. Reloaded automatically. Files
          such as tablebases are set here, too.
        </p>
        <${Copy} text=${ALWAYS} />
      </div>
      <div>
        <h3>On another computer</h3>
        <p>Any command that speaks UCI works, ssh with a key too. No password is stored.</p>
        <${Copy} text=${FAR} />
        <p>
          For several computers, start <code>gametree broker</code>, and this server with the
          address that it prints.
        </p>
        <${Copy} text=${FARM} />
      </div>
      <p class="muted">
        Engines in the usual places, such as <code>stockfish</code> on the path, are found
        automatically.
      </p>
    </div>
  <//>`;
}

/** A text and a button that copies it. */
export function Copy({ text }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast('Copied.', { seconds: 2 });
    } catch {
      toast('The browser blocks copying: select the text instead.', { tone: 'bad' });
    }
  }
  return html`<div class="copy">
    <pre tabindex="0">${text}</pre>
    <button type="button" class="button button--small" onClick=${copy}>Copy</button>
  </div>`;
}
