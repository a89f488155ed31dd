// Asks when the user wants to be told about a position.
import { html, useState } from '/lib/preact.js';
import { show } from '/lib/dialog.js';

const RULES = [
  ['best', 'the best move changes'],
  ['moves', 'the value moves by'],
  ['above', 'the value rises to'],
  ['below', 'the value falls to'],
];

/**
 * The rule that the user wants: { rule, points? }; null where they cancel. `of` is a position or a
 * project: it knows the game and its players.
 */
export function askRule(of, title = 'Watch this position') {
  return show(({ close }) => html`<${Rules} of=${of} close=${close} />`, { title });
}

/** @param {{ of: Project | NodeView, close: (rule: object | null) => void }} props */
function Rules({ of, close }) {
  const unit =
    of.game === 'chess'
      ? { name: 'pawns', size: 100, step: 0.05, first: 0.5 }
      : { name: 'points', size: 1, step: 1, first: 10 };
  const [rule, setRule] = useState('best');
  const [wrong, setWrong] = useState('');
  function submit(event) {
    event.preventDefault();
    const field = event.currentTarget.elements.points;
    const text = (field?.value ?? '').replace(',', '.').replace('\u2212', '-');
    const points = Math.round(Number(text) * unit.size);
    if (rule === 'best') close({ rule });
    else if (text.trim() === '' || Number.isNaN(points)) setWrong('Enter a number, such as 0.5.');
    else if (rule === 'moves' && points <= 0) setWrong('Enter a number above 0.');
    else close({ rule, points });
  }
  return html`<form class="form" onSubmit=${submit}>
    <fieldset class="rules">
      <legend>Notify me when</legend>
      ${RULES.map(
        ([name, words]) => html`<label class="check">
          <input
            type="radio"
            name="rule"
            value=${name}
            checked=${rule === name}
            autofocus=${name === 'best'}
            onChange=${() => setRule(name)}
          /> ${words}
        </label>`,
      )}
    </fieldset>
    ${
      rule !== 'best' &&
      html`<div class="field">
        <label for="rule-points">${unit.name} (${of.players[0]}’s view)</label>
        <input
          id="rule-points"
          name="points"
          type="text"
          inputmode="decimal"
          defaultValue=${String(unit.first)}
          autocomplete="off"
        />
      </div>`
    }
    ${wrong && html`<p class="trouble" role="alert">${wrong}</p>`}
    <div class="dialog-foot">
      <button type="button" class="button" onClick=${() => close(null)}>Cancel</button>
      <button class="button button--primary">Watch</button>
    </div>
  </form>`;
}
