// The fields of a new run: limits, openings, the test, the parameter, and what is seldom changed.
import { html, useId, useState } from '/lib/preact.js';
import { parseSearch } from '/pages/lab-search.js';

/** A field with its label and hint. */
export function Field({ label, hint, value, set, type = 'text', ...rest }) {
  const id = useId();
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <input
      id=${id}
      type=${type}
      value=${value}
      autocomplete="off"
      spellcheck=${false}
      aria-describedby=${hint && `${id}-hint`}
      onInput=${(e) => set(e.currentTarget.value)}
      ...${rest}
    />
    ${hint && html`<small class="muted" id=${`${id}-hint`}>${hint}</small>`}
  </div>`;
}

const LIMITS = {
  time: ['time', '10ms', 'processor time: 10ms, 0.5s'],
  nodes: ['nodes', '10k', 'positions visited: 5000, 10k, 2M'],
  moves: ['move calls', '3k', 'calls of the move operator, as Rivest counted'],
  depth: ['depth', '4', 'plies'],
  clock: ['game clock', '10+0.1', 'seconds for the game, and more for each move'],
};

/** What a side may spend on a move. */
export function Limit({ form, set }) {
  const [kind, value] = form.game_clock
    ? ['clock', form.game_clock]
    : (Object.entries(form.limits)[0] ?? ['time', '']);
  const say = (name, text) =>
    set(
      name === 'clock'
        ? { limits: {}, game_clock: text }
        : { limits: { [name]: text }, game_clock: '' },
    );
  const [, , hint] = LIMITS[kind];
  const id = useId();
  return html`<div class="field">
    <label for=${id}>Limit per move</label>
    <div class="lab-two">
      <select
        aria-label="Kind of limit"
        value=${kind}
        onChange=${(e) => say(e.currentTarget.value, LIMITS[e.currentTarget.value][1])}
      >
        ${Object.entries(LIMITS).map(
          ([key, [word]]) => html`<option value=${key} selected=${key === kind}>${word}</option>`,
        )}
      </select>
      <input
        id=${id}
        type="text"
        value=${value}
        required
        onInput=${(e) => say(kind, e.currentTarget.value.trim())}
      />
    </div>
    <small class="muted">${hint}</small>
  </div>`;
}

/** Where games begin. */
export function Openings({ value, set }) {
  const [kind, plies = '4'] = value.split(':');
  const id = useId();
  const say = (next, n) => set(next === 'auto' ? 'auto' : `${next}:${n}`);
  return html`<div class="field">
    <label for=${id}>Openings</label>
    <div class="lab-two">
      <select id=${id} value=${kind} onChange=${(e) => say(e.currentTarget.value, plies)}>
        ${[
          ['auto', 'Auto'],
          ['random', 'random plies'],
          ['plies', 'all, of this many plies'],
        ].map(
          ([key, word]) => html`<option value=${key} selected=${key === kind}>${word}</option>`,
        )}
      </select>
      ${
        kind !== 'auto' &&
        html`<input
          type="number"
          min="0"
          max="1000"
          aria-label="Plies"
          value=${plies}
          required
          onInput=${(e) => say(kind, e.currentTarget.value)}
        />`
      }
    </div>
    <small class="muted">each is played with both colours</small>
  </div>`;
}

const BOUNDS = [
  ['0,10', 'gains'],
  ['0,5', 'small gains, many games'],
  ['0,50', 'large gains, quickly'],
  ['-10,0', 'is it no worse?'],
];

/** The two hypotheses. */
export function Test({ form, set }) {
  const [low, high] = form.sprt.split(',');
  return html`<fieldset class="lab-set">
    <legend>Sequential test</legend>
    <div class="lab-grid">
      <${Field}
        label="H0: A is stronger by (Elo)"
        type="number"
        step="any"
        min="-1000"
        max="1000"
        required
        value=${low}
        set=${(n) => set({ sprt: `${n},${high}` })}
      />
      <${Field}
        label="H1: A is stronger by (Elo)"
        type="number"
        step="any"
        min="-1000"
        max="1000"
        required
        value=${high}
        set=${(n) => set({ sprt: `${low},${n}` })}
      />
      <div class="field">
        <label for="lab-model">Which Elo</label>
        <select
          id="lab-model"
          value=${form.elo_model}
          onChange=${(e) => set({ elo_model: e.currentTarget.value })}
        >
          <option value="logistic">logistic</option>
          <option value="normalized">normalized</option>
        </select>
      </div>
    </div>
    <div class="row lab-chips">
      <span class="muted">Bounds:</span>
      ${BOUNDS.map(
        ([sprt, word]) => html`<button
          type="button"
          class="chip chip--button"
          onClick=${() => set({ sprt })}
        >
          ${sprt.replace('-', '−')} · ${word}
        </button>`,
      )}
    </div>
    <small class="muted">α = β = 0.05: at most one test in twenty is wrong.</small>
  </fieldset>`;
}

/** The parameter of a sweep and its values. */
export function Over({ form, set, searches }) {
  const at = form.over.indexOf('=');
  const [key, values] =
    at < 0 ? [form.over, ''] : [form.over.slice(0, at), form.over.slice(at + 1)];
  const known = searches.find((search) => search.name === parseSearch(form.a).name);
  const options = (known?.options ?? []).filter((option) => option.key !== 'weights');
  const about = options.find((option) => option.key === key);
  return html`<fieldset class="lab-set">
    <legend>Parameter of A</legend>
    <div class="lab-grid">
      <div class="field">
        <label for="lab-key">Parameter</label>
        <select
          id="lab-key"
          value=${key}
          required
          onChange=${(e) => set({ over: `${e.currentTarget.value}=${values}` })}
        >
          ${!about && html`<option value=${key} selected>${key || 'select'}</option>`}
          ${options.map(
            (option) =>
              html`<option value=${option.key} selected=${option.key === key}>
                ${option.key}
              </option>`,
          )}
        </select>
        <small class="muted">
          ${
            about
              ? `${about.about} (usually ${about.default})`
              : options.length === 0
                ? `${form.a} has no options`
                : `${form.a} has no option ${key}`
          }
        </small>
      </div>
      <${Field}
        label="Values"
        value=${values}
        required
        set=${(text) => set({ over: `${key}=${text}` })}
        hint="0.5,1,2 or 2..40:6 for six values, 1..1000:4:log for equal ratios"
      />
    </div>
  </fieldset>`;
}

/** What is seldom changed. */
export function More({ form, set, processors }) {
  const [open, setOpen] = useState(
    Boolean(
      form.limits_a ||
      form.limits_b ||
      form.max_plies ||
      form.adjudicate_win ||
      form.adjudicate_draw ||
      form.threads,
    ),
  );
  return html`<details
    class="lab-more"
    open=${open}
    onToggle=${(e) => setOpen(e.currentTarget.open)}
  >
    <summary>More</summary>
    <div class="lab-grid">
      <div class="field">
        <label for="lab-clock">Clock</label>
        <select
          id="lab-clock"
          value=${form.clock}
          onChange=${(e) => set({ clock: e.currentTarget.value })}
        >
          <option value="cpu">processor</option>
          <option value="wall">wall clock</option>
        </select>
        <small class="muted">
          which time limits mean; the first is fair also on a busy machine
        </small>
      </div>
      <${Field}
        label="Seed"
        type="number"
        min="0"
        value=${form.seed}
        set=${(seed) => set({ seed })}
        hint="for openings and games"
      />
      <${Field}
        label="Games at a time"
        type="number"
        min="1"
        max="1024"
        value=${form.threads}
        set=${(threads) => set({ threads })}
        placeholder=${`all processors${processors ? ` (${processors})` : ''}`}
        hint="a run waits until this many processors are free"
      />
      <${Field}
        label="Draw after plies"
        type="number"
        min="1"
        value=${form.max_plies}
        set=${(max_plies) => set({ max_plies })}
        placeholder="never"
      />
      <${Field}
        label="Win by score"
        value=${form.adjudicate_win}
        set=${(adjudicate_win) => set({ adjudicate_win })}
        placeholder="never"
        hint="POINTS,MOVES: 600,4; both sides must agree"
      />
      <${Field}
        label="Draw by score"
        value=${form.adjudicate_draw}
        set=${(adjudicate_draw) => set({ adjudicate_draw })}
        placeholder="never"
        hint="POINTS,MOVES,FROM: 10,8,40; both sides must agree"
      />
      <${Field}
        label="Other limits for A"
        value=${form.limits_a}
        set=${(limits_a) => set({ limits_a })}
        placeholder="as above"
        hint="time=5ms,nodes=10k,moves=N,depth=N"
      />
      <${Field}
        label="Other limits for B"
        value=${form.limits_b}
        set=${(limits_b) => set({ limits_b })}
        placeholder="as above"
      />
    </div>
  </details>`;
}
