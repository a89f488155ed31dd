// Small parts that several pages use: what to say when there is nothing, when something is wrong,
// while waiting.
import { html, Component } from '/lib/preact.js';
import { Term } from '/lib/term.js';

/** What went wrong: `<Trouble error=${error} retry=${fn} />`. */
export function Trouble({ error, retry, title }) {
  return html`<div class="trouble" role="alert">
    <b>${title ?? error?.message ?? 'Something went wrong.'}</b>
    ${title && error?.message && html`<p>${error.message}</p>`}
    ${error?.hint && html`<p>${error.hint}</p>`}
    ${
      retry &&
      html`<button type="button" class="button button--small" onClick=${retry}>Try again</button>`
    }
  </div>`;
}

/** Nothing is there yet, and what to do about it. */
export function Empty({ title, children }) {
  return html`<div class="empty">${title && html`<b>${title}</b>`}${children}</div>`;
}

/** Something is on its way. */
export function Waiting({ rows = 3 }) {
  return html`<div class="waiting" role="status" aria-label="One moment">
    ${Array.from(
      { length: rows },
      (_, i) => html`<i key=${i} style=${`width:${90 - ((i * 37) % 50)}%`}></i>`,
    )}
  </div>`;
}

/**
 * Shows a topic: `<Loaded of=${topic}>${(data) => …}<//>`; what was known stays while it is stale,
 * and a refusal is told.
 */
export function Loaded({ of, rows, children }) {
  if (of.data !== null)
    return html`${of.error && html`<${Trouble} error=${of.error} />`}${children(of.data)}`;
  return of.error ? html`<${Trouble} error=${of.error} />` : html`<${Waiting} rows=${rows} />`;
}

/** A box with a heading: `<Panel title="Moves" term="eval" tools=${…}>…<//>`. */
export function Panel({ title, term, tools, id, class: name = '', children }) {
  return html`<section class=${`panel ${name}`} id=${id} aria-label=${title}>
    <header class="panel-head">
      <h2>${title}</h2>
      ${term && html`<${Term} id=${term} label=${title} />`}
      <div class="panel-tools">${tools}</div>
    </header>
    <div class="panel-body">${children}</div>
  </section>`;
}

/**
 * Choices side by side: `<Choice label="Size" value=${v} options=${[['share', 'influence'], …]}
 * set=${fn} />`.
 */
export function Choice({ label, value, options, set }) {
  return html`<div class="choice" role="group" aria-label=${label}>
    ${options.map(
      ([key, text, hint]) => html`<button
        type="button"
        aria-pressed=${key === value}
        title=${hint}
        onClick=${() => set(key)}
      >
        ${text}
      </button>`,
    )}
  </div>`;
}

/** Catches what a page throws, so that the frame stays. */
export class Guard extends Component {
  componentDidCatch(error) {
    console.error(error);
    this.setState({ error });
  }

  componentDidUpdate(before) {
    if (before.of !== this.props.of && this.state.error) this.setState({ error: null });
  }

  render({ children }, { error }) {
    if (!error) return children;
    return html`<div class="narrow">
      <${Trouble}
        title="Something went wrong on this page."
        error=${error}
        retry=${() => this.setState({ error: null })}
      />
    </div>`;
  }
}
