// The step as a formula with its numbers: the largest or smallest of the children, or Rivest's mean
// of them.
import { html } from '/lib/preact.js';
import { minus } from '/lib/format.js';
import { meansP } from '/pages/learn-film.js';

const MOST = 6;

/** The formula of a step; nothing where the step computes nothing. */
export function Formula({ pane, step }) {
  const { film } = pane.trace;
  const { kind, node } = film.steps[step];
  const looks = pane.player.at(step);
  const below = pane.player.children[node].filter(
    (child) => looks[child].value && !['unseen', 'cut', 'old'].includes(looks[child].state),
  );
  if (below.length === 0) return null;
  if (film.nodes[node].kind === 'chance')
    return kind === 'leave'
      ? html`<${Luck} film=${film} node=${node} below=${below} looks=${looks} />`
      : null;
  if (!['max', 'min'].includes(film.nodes[node].kind)) return null;
  const values = below.map((child) => looks[child].value);
  const own = meansP(film);
  if (own !== null) {
    const p = film.nodes[node].kind === 'max' ? own : -own;
    return kind === 'backup'
      ? html`<${Mean}
          name=${film.nodes[node].name}
          p=${p}
          values=${values}
          result=${looks[node].value}
        />`
      : null;
  }
  if (!['leave', 'improve', 'cutoff'].includes(kind)) return null;
  return html`<${Pick}
    name=${film.nodes[node].name}
    kind=${film.nodes[node].kind}
    values=${values}
    result=${looks[node].value}
  />`;
}

function shown(values) {
  return values.length > MOST ? [...values.slice(0, MOST), '…'] : values;
}

function Pick({ name, kind, values, result }) {
  const list = shown(values).map(
    (value, i) => html`${i > 0 && html`<mo separator="true">,</mo>`}<mn>${minus(value)}</mn>`,
  );
  const [, bound, value] = /^([≤≥]?)(.*)$/.exec(result) ?? [];
  return html`<p class="learn-formula">
    <math>
      <mi>v</mi>
      <mo>(</mo>
      <mtext>${name}</mtext>
      <mo>)</mo>
      <mo>${bound || '='}</mo>
      <mi>${kind}</mi>
      <mo>(</mo>
      ${list}
      <mo>)</mo>
      <mo>=</mo>
      <mn>${minus(value)}</mn>
    </math>
  </p>`;
}

/** Σ P · v, where all outcomes are drawn and known. */
function Luck({ film, node, below, looks }) {
  const known = below.every(
    (child) => film.nodes[child].odds !== undefined && /^[\d.-]+$/.test(looks[child].value),
  );
  const whole = below.reduce((sum, child) => sum + (film.nodes[child].odds ?? 0), 0);
  if (!known || Math.abs(whole - 1) > 1e-6) return null;
  const odds = (child) => Number(film.nodes[child].odds.toFixed(3));
  const parts = below
    .slice(0, MOST)
    .map(
      (child, i) => html`
        ${i > 0 && html`<mo>+</mo>`}
        <mn>${odds(child)}</mn>
        <mo>·</mo>
        <mn>${minus(looks[child].value)}</mn>
      `,
    );
  return html`<p class="learn-formula">
    <math>
      <mi>v</mi>
      <mo>(</mo>
      <mtext>${film.nodes[node].name}</mtext>
      <mo>)</mo>
      <mo>=</mo>
      ${parts}
      ${below.length > MOST && html`<mo>+</mo><mo>…</mo>`}
      <mo>=</mo>
      <mn>${minus(looks[node].value)}</mn>
    </math>
  </p>`;
}

/** The mean with exponent p; with p = 0 it is the geometric mean. */
function Mean({ name, p, values, result }) {
  const power = html`<mn>${minus(p)}</mn>`;
  const sum = shown(values).map(
    (value, i) => html`${i > 0 && html`<mo>+</mo>`}<msup><mn>${minus(value)}</mn>${power}</msup>`,
  );
  const product = shown(values).map(
    (value, i) => html`${i > 0 && html`<mo>·</mo>`}<mn>${minus(value)}</mn>`,
  );
  const inside =
    p === 0
      ? html`<mrow>${product}</mrow>`
      : html`<mfrac><mrow>${sum}</mrow><mn>${values.length}</mn></mfrac>`;
  const over = p === 0 ? values.length : Math.abs(p);
  const root = html`<mrow>${p < 0 && html`<mo>−</mo>`}<mn>1</mn><mo>/</mo><mn>${over}</mn></mrow>`;
  return html`<p class="learn-formula">
    <math>
      <mover><mi>v</mi><mo>~</mo></mover>
      <mo>(</mo>
      <mtext>${name}</mtext>
      <mo>)</mo>
      <mo>=</mo>
      <msup><mrow><mo>(</mo>${inside}<mo>)</mo></mrow>${root}</msup>
      <mo>=</mo>
      <mn>${minus(result)}</mn>
    </math>
  </p>`;
}
