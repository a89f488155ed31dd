// Dialogs that answer: `await confirm({...})`, `await prompt({...})`, `await form({...})`, `await
// show(Body)`.
import { html, signal, useEffect, useRef, useState } from '/lib/preact.js';

const open = signal([]);
let last = 0;

/**
 * Shows `body({ close })` in a dialog and answers with what `close` is given; null where it was
 * left.
 * @param {(of: { close: (answer: any) => void }) => any} body
 * @param {{ title?: string, wide?: boolean, className?: string }} [options]
 * @returns {Promise<any>}
 */
export function show(body, options = {}) {
  return new Promise((resolve) => {
    last += 1;
    open.value = [...open.value, { id: last, body, options, resolve }];
  });
}

/**
 * @typedef {{ title: string, text?: string, ok?: string, cancel?: string, danger?: boolean }} Asked
 * @typedef {(values: any) => any} Send
 */

/**
 * Asks yes or no.
 * @param {Asked} asked
 */
export async function confirm({ title, text, ok = 'OK', cancel = 'Cancel', danger = false }) {
  return (await form({ title, text, ok, cancel, danger })) !== null;
}

/**
 * Asks for one line (or more, with `rows`).
 * @param {Asked & {
 *   label: string, value?: string, rows?: number, hint?: string, required?: boolean, send?: Send,
 * }} asked
 * @returns {Promise<any>}
 */
export async function prompt({
  title,
  text,
  label,
  value = '',
  rows,
  hint,
  ok = 'OK',
  required = false,
  send,
}) {
  const type = rows ? 'area' : 'text';
  const told = send && ((values) => send(values.value));
  const answer = await form({
    title,
    text,
    ok,
    send: told,
    fields: [{ name: 'value', label, value, rows, hint, type, required }],
  });
  return answer && answer.value;
}

/**
 * Asks for several things. Fields: { name, label, type: text|number|area|select|check, value,
 * options, hint, required, min, max, step, rows, placeholder }. `send(values)` may refuse by
 * throwing; the dialog stays and says why. Answers with the values, or with what `send` gave.
 * @param {Asked & { fields?: any[], send?: Send }} asked
 * @returns {Promise<any>}
 */
export function form({
  title,
  text,
  fields = [],
  ok = 'OK',
  cancel = 'Cancel',
  danger = false,
  send,
}) {
  const body = ({ close }) =>
    html`<${Form} ...${{ text, fields, ok, cancel, danger, send, close }} />`;
  return show(body, { title });
}

function Form({ text, fields, ok, cancel, danger, send, close }) {
  const [error, setError] = useState(null);
  const [busy, setBusy] = useState(false);
  async function submit(event) {
    event.preventDefault();
    const values = read(event.currentTarget, fields);
    if (!send) return close(values);
    setBusy(true);
    try {
      close((await send(values)) ?? values);
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  }
  return html`<form onSubmit=${submit} class="form">
    ${text && html`<p class="dialog-text">${text}</p>`}
    ${fields.map(
      (field, i) => html`<${Field} key=${field.name} field=${field} first=${i === 0} />`,
    )}
    ${error && html`<p class="trouble" role="alert"><b>${error.message}</b> ${error.hint}</p>`}
    <div class="dialog-foot">
      <button type="button" class="button" onClick=${() => close(null)}>${cancel}</button>
      <button
        class=${danger ? 'button button--danger' : 'button button--primary'}
        disabled=${busy}
        autofocus=${fields.length === 0}
      >
        ${busy ? 'Working…' : ok}
      </button>
    </div>
  </form>`;
}

function read(element, fields) {
  const of = (field) => {
    const input = element.elements[field.name];
    if (field.type === 'check') return input.checked;
    if (field.type === 'number') return input.value === '' ? null : Number(input.value);
    return input.value;
  };
  return Object.fromEntries(fields.map((field) => [field.name, of(field)]));
}

function Field({ field, first }) {
  const id = `field-${field.name}`;
  const hint = field.hint && `${id}-hint`;
  const common = {
    id,
    name: field.name,
    required: field.required,
    autofocus: first,
    'aria-describedby': hint,
  };
  if (field.type === 'check') {
    return html`<label class="check">
      <input ...${common} type="checkbox" checked=${field.value} /> ${field.label}
    </label>`;
  }
  return html`<div class="field">
    ${field.label && html`<label for=${id}>${field.label}</label>`}
    ${input(field, common)}
    ${field.hint && html`<small id=${hint} class="muted">${field.hint}</small>`}
  </div>`;
}

function input(field, common) {
  const { type, value, options = [], rows = 4, min, max, step, placeholder } = field;
  if (type === 'area')
    return html`<textarea
      ...${common}
      rows=${rows}
      placeholder=${placeholder}
      spellcheck=${false}
      defaultValue=${value}
    ></textarea>`;
  if (type === 'select') {
    return html`<select ...${common}>
      ${options.map((option) => {
        const [key, label] = Array.isArray(option) ? option : [option, option];
        return html`<option value=${key} selected=${key === value}>${label}</option>`;
      })}
    </select>`;
  }
  return html`<input
    ...${common}
    type=${type === 'number' ? 'number' : 'text'}
    ...${{ min, max, step, placeholder }}
    defaultValue=${value}
    autocomplete="off"
    spellcheck=${false}
  />`;
}

function Shown({ item }) {
  const element = useRef(null);
  const answer = useRef(null);
  useEffect(() => {
    element.current.showModal();
    element.current.querySelector('[autofocus]')?.focus();
  }, []);
  function close(value = null) {
    answer.current = value;
    element.current?.close();
  }
  function closed() {
    open.value = open.value.filter((other) => other !== item);
    item.resolve(answer.current);
  }
  const { title, wide, className = '' } = item.options;
  const outside = (event) => event.target === element.current && close(null);
  return html`<dialog
    ref=${element}
    class=${`dialog ${wide ? 'dialog--wide' : ''} ${className}`}
    onClose=${closed}
    onMouseDown=${outside}
    aria-label=${title}
  >
    <div class="dialog-in">
      ${
        title &&
        html`<div class="dialog-head">
          <h2>${title}</h2>
          <button
            type="button"
            class="button button--icon"
            aria-label="Close"
            onClick=${() => close(null)}
          >
            ✕
          </button>
        </div>`
      }
      <${item.body} close=${close} />
    </div>
  </dialog>`;
}

/** Where dialogs appear; once, in the frame. */
export function Dialogs() {
  return open.value.map((item) => html`<${Shown} key=${item.id} item=${item} />`);
}
