// Through the steps: buttons, speed, the strip of events to scrub, the step's number.
import { cls, html, useEffect, useRef } from '/lib/preact.js';
import { keyHint } from '/lib/keys.js';
import {
  fit,
  length,
  paneLength,
  panes,
  playing,
  predict,
  seek,
  speed,
  step,
  style,
} from '/pages/learn-state.js';

const SPEEDS = [0.5, 1, 2, 4, 8];
const BINS = 300;

/** Goes on by itself while it plays. */
export function usePlaying(forward) {
  const latest = useRef(forward);
  latest.current = forward;
  useEffect(() => {
    if (!playing.value) return undefined;
    const timer = setInterval(() => latest.current(), 1000 / speed.value);
    return () => clearInterval(timer);
  }, [playing.value, speed.value]);
}

const ICONS = {
  first: 'M3 3v10M13 3L6 8l7 5z',
  back: 'M11 3L4 8l7 5z',
  step: 'M5 3l7 5-7 5z',
  last: 'M13 3v10M3 3l7 5-7 5z',
  play: 'M4 3l9 5-9 5z',
  stop: 'M5 3v10M11 3v10',
};

function Icon({ of }) {
  return html`<svg class="learn-icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d=${ICONS[of]} />
  </svg>`;
}

function Key({ id, label, onClick, disabled }) {
  return html`<button
    type="button"
    class="button learn-key"
    onClick=${onClick}
    disabled=${disabled}
    aria-label=${label}
    title=${`${label} (${keyHint(`learn.${id}`)})`}
  >
    <${Icon} of=${id} />
  </button>`;
}

/** The buttons, the step's number and the strip. */
export function Controls({ forward, back, togglePlay, togglePredict }) {
  const [now, last] = [step.value, length.value - 1];
  const film = panes.value.some(({ kind }) => kind === 'film');
  return html`<div class="learn-controls no-print" role="group" aria-label="Steps">
    <${Key} id="first" label="First step" onClick=${() => seek(0)} disabled=${now === 0} />
    <${Key} id="back" label="One step back" onClick=${back} disabled=${now === 0} />
    <${Key} id="step" label="One step forward" onClick=${forward} disabled=${now === last} />
    <${Key} id="last" label="Last step" onClick=${() => seek(last)} disabled=${now === last} />
    <button
      type="button"
      class="button button--primary learn-play"
      aria-pressed=${playing.value}
      onClick=${togglePlay}
      title=${`Play or stop (${keyHint('learn.play')})`}
    >
      <${Icon} of=${playing.value ? 'stop' : 'play'} /> ${playing.value ? 'stop' : 'play'}
    </button>
    <output class="learn-count">step <b>${now + 1}</b> / ${last + 1}</output>
    ${
      film &&
      html`<label class="check learn-predict">
        <input type="checkbox" checked=${predict.value} onChange=${togglePredict} /> predict first
      </label>`
    }
    <${Strip} />
  </div>`;
}

/** How it is shown: speed, shapes, size. */
export function Options() {
  const film = panes.value.some(({ kind }) => kind === 'film');
  const size = (event) => {
    fit.value = { true: true, false: false }[event.currentTarget.value] ?? null;
  };
  return html`
    <label>
      speed <select
        value=${speed.value}
        onChange=${(event) => {
          speed.value = Number(event.currentTarget.value);
        }}
      >
        ${SPEEDS.map((one) => html`<option value=${one}>${one} per second</option>`)}
      </select>
    </label>
    ${
      film &&
      html`
        <label>
          style <select
            value=${style.value}
            onChange=${(event) => {
              style.value = event.currentTarget.value;
            }}
          >
            <option value="auto">Auto</option>
            <option value="aima">△ ▽ textbook</option>
            <option value="rivest">□ ○ Rivest</option>
          </select>
        </label>
        <label>
          size <select value=${String(fit.value)} onChange=${size}>
            <option value="null">Auto</option>
            <option value="true">Fit all</option>
            <option value="false">large</option>
          </select>
        </label>
      `
    }
  `;
}

const HEIGHTS = {
  cutoff: 1,
  result: 1,
  iteration: 1,
  select: 0.85,
  leaf: 0.55,
  table: 0.55,
  world: 0.8,
  grow: 0.4,
  backup: 0.5,
};

/** The events as a strip: drag to go through them. The range below it does the same by keys. */
function Strip() {
  const pane = panes.value.reduce((a, b) => (paneLength(b) > paneLength(a) ? b : a));
  const last = length.value - 1;
  const now = last ? (1000 * step.value) / last : 0; // who predicts does not see what comes
  const go = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    seek(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  const drag = (event) => {
    if (event.buttons & 1) go(event);
  };
  const grab = (event) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    playing.value = false;
    go(event);
  };
  return html`<div class="learn-strip no-print">
    <svg
      viewBox="0 0 1000 24"
      preserveAspectRatio="none"
      onPointerDown=${grab}
      onPointerMove=${drag}
      aria-hidden="true"
    >
      ${bins(pane)
        .filter(({ at }) => !predict.value || at <= now)
        .map(
          ({ kind, at }) => html`<path
            key=${at}
            class=${cls('learn-tick-mark', `learn-tick-mark--${kind}`)}
            d=${`M${at} 24V${24 - 22 * (HEIGHTS[kind] ?? 0.3)}`}
          />`,
        )}
      <path class="learn-strip-now" d=${`M${now} 0V24`} />
    </svg>
    <input
      type="range"
      min="0"
      max=${last}
      value=${step.value}
      onInput=${(event) => {
        playing.value = false;
        seek(Number(event.currentTarget.value));
      }}
      aria-label="Step"
      aria-valuetext=${`step ${step.value + 1} of ${last + 1}`}
    />
  </div>`;
}

/** A limited number of marks; in each the most telling event. */
function bins(pane) {
  const kinds =
    pane.kind === 'climb'
      ? pane.trace.frames.map(({ restarts }, i, all) =>
          i > 0 && all[i - 1].restarts !== restarts ? 'cutoff' : 'leaf',
        )
      : pane.trace.film.steps.map(({ kind }) => kind);
  const last = Math.max(1, length.value - 1);
  const size = Math.ceil(kinds.length / BINS);
  const all = [];
  for (let from = 0; from < kinds.length; from += size) {
    const part = kinds.slice(from, from + size);
    const kind = part.reduce((a, b) => ((HEIGHTS[b] ?? 0.3) > (HEIGHTS[a] ?? 0.3) ? b : a));
    all.push({ kind, at: (1000 * from) / last });
  }
  return all;
}
