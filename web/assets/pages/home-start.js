// The box that starts an analysis: paste, press Enter, and look.
import { html, useState, useEffect } from '/lib/preact.js';
import { get, post } from '/lib/api.js';
import { useTopic } from '/lib/socket.js';
import { go, link } from '/lib/router.js';
import { Trouble } from '/lib/parts.js';

const TO_SHOW = {
  chess: 'Paste a FEN, a PGN or moves (e4 e5 Nf3), or drop a PGN file, and press Enter',
  other: 'Moves or a position; leave empty for the starting position',
};

/** What a text looks like, in words; empty where nothing was typed. */
export function looksLike(text) {
  const trimmed = text.trim();
  if (!trimmed) return '';
  if (/^[1-8pnbrqkPNBRQK]+(\/[1-8pnbrqkPNBRQK]+){7}\s+[wb]\b/.test(trimmed)) return 'a FEN';
  if (/^\s*\[\w+\s+"/m.test(trimmed)) return 'a PGN';
  if (/^(startpos|start)$/i.test(trimmed)) return 'the starting position';
  return 'moves';
}

/** What will happen with it. */
function said(kind) {
  return kind === 'a PGN'
    ? 'Looks like a PGN. The whole game comes in; Enter starts at its last position.'
    : `Looks like ${kind}. Enter starts it.`;
}

/** The games that can be projects, chess first. */
export function playable(about) {
  const others = (about?.project_games ?? []).filter((game) => game !== 'chess');
  return ['chess', ...others.sort()];
}

/**
 * The engine to begin with: the strongest, where it knows the game.
 * @param {EngineCard[]} engines
 */
export function usual(engines, game) {
  const able = engines.filter((engine) => engine.games.includes(game));
  return able.find((engine) => engine.strongest) ?? able[0];
}

function useEngines() {
  const [engines, setEngines] = useState([]);
  useEffect(() => {
    get('/api/engines').then(
      (found) => setEngines(found.engines ?? found),
      () => setEngines([]),
    );
  }, []);
  return engines;
}

export function Start({ box }) {
  const engines = useEngines();
  const about = useTopic('/api/about');
  const [game, setGame] = useState('chess');
  const [text, setText] = useState('');
  const [error, setError] = useState(null);
  const [busy, setBusy] = useState(false);
  async function start(event) {
    event?.preventDefault();
    const extra = event?.currentTarget?.elements;
    setBusy(true);
    setError(null);
    try {
      const project = await post('/api/projects', wish({ game, text, engines, extra }));
      go(link.analyse(project.id, project.focus ?? project.root));
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
      box.current?.focus();
    }
  }
  const enter = (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    event.currentTarget.form.requestSubmit();
  };
  const drop = async (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    setText(await file.text());
  };
  const kind = game === 'chess' ? looksLike(text) : '';
  const locked = about.data?.read_only;
  return html`<form class="start card" onSubmit=${start}>
    <div class="start-head">
      <h2><span class="door-glyph" aria-hidden="true">⌕</span> Analyse</h2>
      <label class="start-game">
        <span class="sr">Game</span>
        <select name="game" value=${game} onChange=${(e) => setGame(e.currentTarget.value)}>
          ${playable(about.data).map((name) => html`<option value=${name}>${name}</option>`)}
        </select>
      </label>
    </div>
    <textarea
      ref=${box}
      name="position"
      rows=${Math.min(8, Math.max(2, text.split('\n').length))}
      value=${text}
      spellcheck=${false}
      disabled=${locked}
      aria-label="Position or game to analyse"
      placeholder=${TO_SHOW[game] ?? TO_SHOW.other}
      onKeyDown=${enter}
      onDragOver=${(event) => event.preventDefault()}
      onDrop=${drop}
      onInput=${(e) => setText(e.currentTarget.value)}
    ></textarea>
    <div class="row">
      <button class="button button--primary" disabled=${busy || locked}>
        ${busy ? 'Starting…' : text.trim() ? 'Analyse this' : 'Analyse the starting position'}
      </button>
      <small class="muted grow" role="status">
        ${
          locked
            ? 'Read-only server.'
            : kind
              ? said(kind)
              : 'Creates a project and starts the engine.'
        }
      </small>
    </div>
    ${error && html`<${Trouble} error=${error} />`}
    <${More} engines=${engines.filter((engine) => engine.games.includes(game))} game=${game} />
  </form>`;
}

/** @param {{ engines: EngineCard[], game: string }} props */
function More({ engines, game }) {
  const first = usual(engines, game);
  return html`<details class="start-more">
    <summary>Name and engine</summary>
    <div class="start-fields">
      <label>
        Name <input
          type="text"
          name="name"
          placeholder="automatic"
          autocomplete="off"
          maxlength="60"
        />
      </label>
      <label>
        Engine <select name="engine" key=${game + engines.length}>
          ${engines.map(
            (engine) => html`<option value=${engine.id} selected=${engine === first}>
              ${engine.name}
            </option>`,
          )}
        </select>
      </label>
      <label>
        Engine
        processes <input type="number" name="count" min="1" max="256" placeholder="automatic" />
      </label>
      <label class="check"><input type="checkbox" name="run" checked /> Start immediately</label>
    </div>
  </details>`;
}

/**
 * @param {{ game: string, text: string, engines: EngineCard[], extra: any }} of
 * @returns {PostBody<'/api/projects'>}
 */
function wish({ game, text, engines, extra }) {
  const engine = extra?.engine?.value || usual(engines, game)?.id;
  const count = Number(extra?.count?.value) || undefined;
  const name = extra?.name?.value.trim() || undefined;
  return {
    game,
    position: text.trim() || 'startpos',
    engine,
    count,
    name,
    run: extra?.run?.checked ?? true,
  };
}
