// How a project grows: what a move costs, how long a task is, how many there are at once, how
// large it may be.
import { html, useEffect, useId, useState } from '/lib/preact.js';
import { at, post } from '/lib/api.js';
import { refresh } from '/lib/socket.js';
import { toast } from '/lib/toast.js';
import { Term } from '/lib/term.js';
import { Trouble } from '/lib/parts.js';
import { exact } from '/lib/format.js';

const RULES = [
  ['dropout', 'Drop-out', 'Each move costs one ply plus its loss.'],
  ['rivest', 'Rivest 1987', 'A move costs more the less the generalized mean depends on it.'],
  [
    'white',
    'White’s repertoire',
    'Narrow for White, broad for Black: one good reply to everything.',
  ],
  ['black', 'Black’s repertoire', 'Narrow for Black, broad for White.'],
];

/**
 * The settings of a project as the form has them.
 * @param {Project['settings']} settings
 */
export function formOf(settings) {
  const { Dropout, Rivest, Repertoire } = settings.cost?.preset ?? {};
  return {
    cost: Rivest ? 'rivest' : Repertoire ? (Repertoire.second ? 'black' : 'white') : 'dropout',
    per_ply: Dropout?.per_ply ?? Repertoire?.own ?? 30,
    theirs: Repertoire?.theirs ?? 60,
    p: Rivest?.p ?? 20,
    nodes: settings.nodes,
    lines: settings.lines ?? 1,
    window: settings.window,
    alternatives: settings.alternatives ?? 0,
    most_positions: settings.most_positions ?? 0,
    weights: settings.cost?.weights ?? {},
  };
}

const WEIGHTS = [
  ['check', 'Check', 'It gives check.'],
  ['attack', 'King attack', 'It attacks squares round the enemy king.'],
  ['march', 'Pawn march', 'A pawn comes near its last rank.'],
  ['exchange', 'Exchange', 'It takes and loses no material.'],
  ['promotion', 'Promotion', 'It makes a queen.'],
  ['disagreement', 'Disagreement', 'Two engines differ.'],
  ['spread', 'Spread', 'One engine’s values have differed.'],
];

const COST = {
  dropout: ['per_ply'],
  rivest: ['p'],
  white: ['per_ply', 'theirs'],
  black: ['per_ply', 'theirs'],
};

/**
 * What to tell the server: only what is new; a cost rule with all its numbers, since they belong
 * together.
 * @param {SettingsForm} before
 * @param {SettingsForm} now
 * @returns {SettingsAsk}
 */
export function changesOf(before, now) {
  /** @type {SettingsAsk} */
  const change = {};
  for (const name of /** @type {const} */ ([
    'nodes',
    'lines',
    'window',
    'alternatives',
    'most_positions',
  ]))
    if (now[name] !== before[name]) change[name] = now[name];
  const weights = Object.entries(now.weights).filter(
    ([name, part]) => part !== before.weights[name],
  );
  if (weights.length > 0) change.weights = Object.fromEntries(weights);
  const numbers = COST[now.cost];
  if (now.cost === before.cost && numbers.every((name) => now[name] === before[name]))
    return change;
  return {
    ...change,
    cost: now.cost,
    ...Object.fromEntries(numbers.map((name) => [name, now[name]])),
  };
}

/**
 * The form. It follows the project until somebody changes something.
 * @param {{ project: Project }} props
 */
export function Growth({ project }) {
  const saved = formOf(project.settings);
  const [draft, setDraft] = useState({});
  const [error, setError] = useState(null);
  const [busy, setBusy] = useState(false);
  const now = { ...saved, ...draft };
  const change = changesOf(saved, now);
  const dirty = Object.keys(change).length > 0;
  useEffect(() => {
    setDraft({});
    setError(null);
  }, [project.id]);
  const set = (name) => (value) => setDraft((old) => ({ ...old, [name]: value }));
  async function send(event) {
    event.preventDefault();
    setBusy(true);
    try {
      await post(at(project.id, 'settings'), change);
      refresh(at(project.id));
      refresh(at(project.id, 'queue'));
      setDraft({});
      setError(null);
      toast('New settings applied.', {
        undo: () => restore(project.id, saved, now),
      });
    } catch (refusal) {
      setError(refusal);
    }
    setBusy(false);
  }
  const off = !project.writable;
  return html`<form class="growth" onSubmit=${send}>
    <fieldset disabled=${off}>
      <legend class="sr">How it grows</legend>
      <div class="field">
        <span>
          <label for="growth-cost">A move’s cost</label>
          <${Term} id="cost" label="the cost of a move" />
        </span>
        <select
          id="growth-cost"
          value=${now.cost}
          onChange=${(event) => set('cost')(event.currentTarget.value)}
        >
          ${RULES.filter(
            ([key]) =>
              project.game === 'chess' || !['white', 'black'].includes(key) || key === now.cost,
          ).map(([key, name]) => html`<option value=${key}>${name}</option>`)}
        </select>
        <small class="muted">${RULES.find(([key]) => key === now.cost)?.[2]}</small>
      </div>
      ${
        now.cost === 'rivest'
          ? html`<${Slider}
              label="p"
              term="p"
              value=${now.p}
              min=${1}
              max=${50}
              set=${set('p')}
              hint=${
                now.p <= 8
                  ? 'Small: broad, many moves are analysed.'
                  : now.p >= 30
                    ? 'Large: mostly the best line is analysed.'
                    : 'Larger is narrower: closer to plain max and min.'
              }
            />`
          : html`<${Slider}
              label=${now.cost === 'dropout' ? 'κ: loss worth one ply' : 'κ of your side'}
              value=${now.per_ply}
              min=${5}
              max=${200}
              set=${set('per_ply')}
              unit=${project.game === 'chess' ? 'centipawns' : 'points'}
              hint=${dropHint(now.per_ply, project.game)}
            />`
      }
      ${
        ['white', 'black'].includes(now.cost) &&
        html`<${Slider}
          label="κ of the other side"
          value=${now.theirs}
          min=${5}
          max=${200}
          set=${set('theirs')}
          unit="centipawns"
          hint=${dropHint(now.theirs, project.game)}
        />`
      }
      ${
        now.cost !== 'rivest' &&
        html`<${WeightFields} weights=${now.weights} set=${set('weights')} />`
      }
      <div class="growth-pair">
        <${Whole}
          label="Nodes per task"
          term="nodes"
          value=${now.nodes}
          min=${1}
          step="any"
          set=${set('nodes')}
          hint="At least; important positions get more."
        />
        <${Whole}
          label="Lines"
          value=${now.lines}
          min=${1}
          max=${50}
          set=${set('lines')}
          hint="How many best lines a search of the root reports (MultiPV)."
        />
        <${Whole}
          label="Window"
          term="window"
          value=${now.window}
          min=${1}
          max=${100000}
          set=${set('window')}
          hint="Tasks queued at once. At least the number of workers."
        />
        <${Whole}
          label="Alternatives"
          value=${now.alternatives}
          min=${0}
          max=${65535}
          set=${set('alternatives')}
          hint="Moves that engines may add to a position; 0 is no limit."
        />
        <${Whole}
          label="Most positions"
          value=${now.most_positions}
          min=${0}
          step="any"
          set=${set('most_positions')}
          hint=${`0 is no limit. Now ${exact(project.positions)}.`}
        />
      </div>
    </fieldset>
    ${error && html`<${Trouble} error=${error} />`}
    ${
      off
        ? html`<p class="muted">This project is read-only here.</p>`
        : html`<div class="row growth-foot">
            <button class="button button--primary" disabled=${!dirty || busy}>
              ${busy ? 'Saving…' : 'Apply'}
            </button>
            <button
              type="button"
              class="button"
              disabled=${!dirty || busy}
              onClick=${() => setDraft({})}
            >
              Discard
            </button>
            <span class="muted" role="status">${dirty ? 'Not applied yet.' : ''}</span>
          </div>`
    }
  </form>`;
}

/**
 * How much of its cost a move is spared, and for what.
 * @param {{ weights: Record<string, number>, set: (weights: Record<string, number>) => void }} props
 */
function WeightFields({ weights, set }) {
  const take = (name) => (event) =>
    event.currentTarget.value !== '' &&
    set({ ...weights, [name]: Number(event.currentTarget.value) / 100 });
  const shown = (part) => Math.round(part * 1000) / 10;
  return html`<details class="growth-weights">
    <summary>Weights</summary>
    <p class="muted">
      How many percent of its cost a move is spared; 75 at most, all together.
      <${Term} id="weights" label="the weights" />
    </p>
    <div class="growth-pair">
      ${WEIGHTS.map(
        ([name, label, hint]) => html`<div class="field">
          <label for=${`weight-${name}`}>${label}</label>
          <input
            id=${`weight-${name}`}
            type="number"
            min="0"
            max="75"
            step="any"
            value=${shown(weights[name] ?? 0)}
            onInput=${take(name)}
            required
            aria-describedby=${`weight-${name}-hint`}
          />
          <small id=${`weight-${name}-hint`} class="muted">${hint}</small>
        </div>`,
      )}
    </div>
  </details>`;
}

async function restore(id, saved, now) {
  await post(at(id, 'settings'), changesOf(now, saved));
  refresh(at(id));
  refresh(at(id, 'queue'));
}

function dropHint(per, game) {
  const cost = (loss) => (1 + loss / per).toFixed(1);
  const name = (loss) => (game === 'chess' ? (loss / 100).toFixed(2) : loss);
  const [little, some, much] = [10, 50, 100];
  return (
    `A quiet move that loses ${name(little)} costs ${cost(little)} plies, ` +
    `${name(some)} ${cost(some)}, ${name(much)} ${cost(much)}.`
  );
}

function Slider({ label, term, value, min, max, set, unit = '', hint }) {
  const take = (event) =>
    event.currentTarget.value !== '' && set(Number(event.currentTarget.value));
  return html`<div class="field">
    <span class="growth-label">${label}${term && html`<${Term} id=${term} label=${label} />`}</span>
    <span class="growth-slide">
      <input
        type="range"
        aria-label=${label}
        min=${min}
        max=${max}
        step="1"
        value=${value}
        onInput=${take}
      />
      <input
        type="number"
        aria-label=${`${label}, as a number`}
        min="1"
        max="100000"
        step="any"
        value=${value}
        onInput=${take}
        required
      /> ${unit && html`<small class="muted">${unit}</small>`}
    </span>
    <small class="muted">${hint}</small>
  </div>`;
}

function Whole({ label, term, value, min, max, step = 1, set, hint }) {
  const take = (event) =>
    event.currentTarget.value !== '' && set(Math.round(Number(event.currentTarget.value)));
  const id = useId();
  return html`<div class="field">
    <span>
      <label for=${id}>${label}</label>
      ${term && html`<${Term} id=${term} label=${label} />`}
    </span>
    <input
      id=${id}
      type="number"
      min=${min}
      max=${max}
      step=${step}
      value=${value}
      onInput=${take}
      required
      aria-describedby=${`${id}-hint`}
    />
    <small id=${`${id}-hint`} class="muted">${hint}</small>
  </div>`;
}
