// A lesson that the reader may change, in a book without a server: another tree or position, another search, a
// depth. The module of the classroom answers as the server would.
import { cls, html, useEffect, useRef, useState } from '/lib/preact.js';
import { Lesson } from '/pages/help-lesson.js';
import { pane } from '/pages/learn-state.js';
import { kindOf, searchesFor, titleOf } from '/pages/learn-searches.js';

const AFTER = 250; // ms from the last key to the search

/**
 * `trace` is what was recorded for `start`: { game, position, with, depth, nodes }.
 * @param {{ trace: any, start: any, href: string }} props
 */
export function LiveLesson({ trace, start, href }) {
  const [wanted, setWanted] = useState(start);
  const { found, error, busy } = useSearch(wanted, start, trace);
  const set = (part) => setWanted({ ...wanted, ...part });
  return html`<div class="lesson-live">
    <${Lesson} key=${found.number} trace=${found.trace} href=${href} />
    <details class="lesson-own panel no-print">
      <summary>Change the tree or the search</summary>
      <div class="panel-body form" aria-busy=${busy}>
        <${Fields} wanted=${wanted} set=${set} />
        <div aria-live="polite">
          ${error && html`<p class="trouble"><b>${error.message}</b> ${error.hint}</p>`}
          ${!error && found.trace.hint && html`<p class="learn-hint">${found.trace.hint}</p>`}
        </div>
        <button
          type="button"
          class=${cls('button')}
          disabled=${wanted === start}
          onClick=${() => setWanted(start)}
        >
          As in the book
        </button>
      </div>
    </details>
  </div>`;
}

function Fields({ wanted, set }) {
  const number = (text) => (text === '' ? null : Number(text));
  return html`
    <div class="row">
      <label>
        algorithm <select
          value=${wanted.with}
          onChange=${(event) => set({ with: event.currentTarget.value })}
        >
          ${choices(wanted).map(
            ([text, title]) => html`<option key=${text} value=${text}>${title}</option>`,
          )}
        </select>
      </label>
      <label>
        with its
        options <input
          type="text"
          value=${wanted.with}
          onInput=${(event) => set({ with: event.currentTarget.value.trim() })}
          spellcheck=${false}
        />
      </label>
      <label>
        depth <input
          type="number"
          min="1"
          value=${wanted.depth ?? ''}
          onInput=${(event) => set({ depth: number(event.currentTarget.value) })}
        />
      </label>
    </div>
    <label class="field">
      Tree, or a game’s name
      <textarea
        rows="6"
        spellcheck=${false}
        value=${wanted.game}
        onInput=${(event) => set(ofKind(wanted, event.currentTarget.value))}
      ></textarea>
    </label>
    <label class="field">
      Position
      <input
        type="text"
        value=${wanted.position}
        placeholder="starting position"
        onInput=${(event) => set({ position: event.currentTarget.value })}
        spellcheck=${false}
      />
    </label>
  `;
}

/** The searches for the game, with the one that is wanted. */
function choices({ game, with: search }) {
  const all = searchesFor(game);
  return all.some(([text]) => text === search) ? all : [[search, titleOf(search)], ...all];
}

/** Another game; its kind may need another search. */
function ofKind(wanted, game) {
  const same = kindOf(game) === kindOf(wanted.game);
  return { game, with: same ? wanted.with : searchesFor(game)[0][0] };
}

/** What the last search that could be done found: { trace, number }, and why a later one could not. */
function useSearch(wanted, start, recorded) {
  const [found, setFound] = useState({ trace: recorded, number: 0 });
  const [error, setError] = useState(null);
  const [busy, setBusy] = useState(false);
  const asked = useRef(0);
  useEffect(() => {
    asked.current += 1;
    const number = asked.current;
    const show = (trace) => {
      if (number !== asked.current) return;
      if (trace) setFound({ trace, number });
      setError(null);
      setBusy(false);
    };
    const refuse = (why) => {
      if (number !== asked.current) return;
      setError(why);
      setBusy(false);
    };
    if (wanted === start) return show(recorded);
    setBusy(true);
    const wait = setTimeout(() => ask(wanted).then(show, refuse), AFTER);
    return () => clearTimeout(wait);
  }, [wanted]);
  return { found, error, busy };
}

async function ask(wanted) {
  const { kind, trace } = await pane({ ...wanted, position: wanted.position.trim() }, wanted.with);
  if (kind === 'film') return trace;
  throw Object.assign(new Error('Queens climb on the Learn page.'), {
    hint: 'Start `gametree serve`.',
  });
}
