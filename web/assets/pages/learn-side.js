// Beside the tree: the program with its current line, the call stack, α β v, counters, worlds, the
// board, the plan.
import { cls, html, useEffect, useRef } from '/lib/preact.js';
import { minus } from '/lib/format.js';
import { isTip, total, valueSign } from '/pages/learn-film.js';

/** A panel that can be folded away. */
export function Fold({ title, open = true, children, class: name }) {
  return html`<details class=${cls('panel learn-fold', name)} open=${open}>
    <summary>${title}</summary>
    <div class="panel-body">${children}</div>
  </details>`;
}

/** The program, its current line marked by an arrow and a colour. */
export function Code({ film, step }) {
  const box = useRef(null);
  const { line } = film.steps[step];
  useEffect(() => {
    const row = box.current?.children[line];
    if (row) box.current.scrollTop = Math.max(0, row.offsetTop - box.current.clientHeight / 2);
  }, [line, film]);
  if (film.code.length === 0)
    return html`<p class="muted">No program is shown for this search.</p>`;
  return html`<pre class="learn-code" ref=${box} tabindex="0" aria-label="Program">${film.code.map(
    (text, i) => html`<span
      key=${i}
      class=${cls('learn-code-line', i === line && 'learn-code-line--now')}
      aria-current=${i === line ? 'step' : undefined}
    >
      ${i === line ? '▶' : ' '} ${text}\n
    </span>`,
  )}</pre>`;
}

/** The functions that are open, from the root down. */
export function Stack({ pane, step }) {
  const { film } = pane.trace;
  const all = pane.player.path(film.steps[step].node);
  return html`<p class="learn-stack">
    <span class="muted">call stack</span> ${all.map(
      (id, i) => html`
        ${i > 0 && ' ▸ '}
        <span key=${id} class=${i === all.length - 1 ? 'learn-stack-now' : ''}>
          ${called(film.nodes[id])}
        </span>
      `,
    )}
  </p>`;
}

function called(node) {
  return isTip(node) ? node.name : `${node.mover}(${node.name})`;
}

/** α, β and v; of a search with weights w, π and ṽ or v̂. */
export function Numbers({ film, step }) {
  const { alpha, beta, value } = film.steps[step];
  const several = film.nodes.some(({ kind }) => kind === 'player');
  const names = film.weighted
    ? [
        ['w', 'of its edge'],
        ['π', 'best tip below'],
        [valueSign(film), 'value'],
      ]
    : [
        ['α', several ? '' : 'MAX has'],
        ['β', several ? '' : 'MIN has'],
        ['v', 'value'],
      ];
  const all = [alpha, beta, value];
  return html`<dl class="learn-numbers">
    ${names.map(
      ([name, about], i) => html`<div key=${name}>
        <dt>${name} <small>${about}</small></dt>
        <dd>${all[i] ? minus(all[i]) : '–'}</dd>
      </div>`,
    )}
  </dl>`;
}

/** Leaves evaluated and saved, and how many there are without pruning. */
export function Counters({ pane: { trace, player }, step }) {
  const { film } = trace;
  if (trace.worlds > 0)
    return html`<p class="muted">${trace.worlds} worlds in all; leaves are not counted.</p>`;
  const { evaluated, saved } = film.steps[step];
  if (!film.reported)
    return html`<p class="muted">
      This search does not report which ${total(film) && `of the ${total(film)} `}leaves it
      evaluates.
    </p>`;
  const share = (part) =>
    `${Math.min(100, (100 * part) / Math.max(1, film.total ?? Infinity)).toFixed(1)}%`;
  return html`<div class="learn-counters">
    <div class="learn-meter" aria-hidden="true">
      <i class="learn-meter-seen" style=${`width:${share(evaluated)}`}></i>
      <i class="learn-meter-cut" style=${`width:${share(saved)}`}></i>
    </div>
    <p>
      leaves evaluated <b>${evaluated}</b>
      ${film.total !== null && ` of ${total(film)}`}
      ${player.passes > 1 && html` in this pass, <b>${player.visits[step]}</b> in all passes`} ·
      pruned <b>${saved}</b>
      ${film.endless && ' · minimax would never end'}
      ${film.total !== null && html` · without pruning <b>${total(film)}</b>`}
    </p>
  </div>`;
}

/** How two searches differ so far and, where it may be told, in the end. */
export function Difference({ panes, steps, titles, ends: told }) {
  if (panes.some(({ trace }) => !trace.film.reported || trace.worlds > 0)) return null;
  const [a, b] = panes.map(({ player }, i) => player.visits[steps[i]]);
  const gap = b - a;
  const words =
    gap === 0
      ? 'Both have evaluated the same number of leaves so far.'
      : `So far ${gap > 0 ? titles[0] : titles[1]} has evaluated ` +
        `${Math.abs(gap)} ${Math.abs(gap) === 1 ? 'leaf' : 'leaves'} fewer.`;
  const [ends, endsB] = panes.map(({ player }) => player.visits.at(-1));
  return html`<p class="learn-difference">
    ${words}
    ${
      told &&
      html` <span class="muted">
          In the end: ${ends} against ${endsB} leaves;
          steps ${panes[0].trace.film.steps.length} against ${panes[1].trace.film.steps.length}.
        </span>
      `
    }
  </p>`;
}

/** The worlds of a hidden game that were solved so far, and the mean of each move. */
export function Worlds({ trace, step }) {
  const seen = trace.events
    .slice(0, step + 1)
    .map(({ world }) => world)
    .filter(Boolean);
  if (!trace.events.some(({ world }) => world)) return null;
  const moves = [...new Set(seen.flatMap(({ values }) => Object.keys(values)))];
  // A world that was cut off before every move had a value does not count.
  const whole = seen.filter(({ values }) => moves.every((move) => move in values));
  const weight = whole.reduce((sum, { probability }) => sum + probability, 0);
  const mean = (move) =>
    whole.reduce((sum, { probability, values }) => sum + probability * values[move], 0) / weight;
  return html`<${Fold} title=${`Worlds: ${seen.length} solved so far`}>
    <div class="scroll-x" tabindex="0" role="group" aria-label="Worlds">
      <table class="table">
        <thead>
          <tr>
            <th>world</th>
            <th class="num">P</th>
            ${moves.map((move) => html`<th class="num">${move}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${seen
            .slice(-12)
            .map(
              (world) => html`<tr key=${world.number}>
                <td>${world.number}. ${world.position}</td>
                <td class="num">${world.probability.toFixed(2)}</td>
                ${moves.map((move) => html`<td class="num">${number(world.values[move])}</td>`)}
              </tr>`,
            )}
          ${
            seen.length > 0 &&
            html`<tr class="learn-mean">
              <th colspan="2">mean</th>
              ${moves.map((move) => html`<td class="num">${number(mean(move))}</td>`)}
            </tr>`
          }
        </tbody>
      </table>
    </div>
  <//>`;
}

function number(x) {
  return x === undefined || Number.isNaN(x) ? '–' : minus(Number(x.toFixed(3)));
}

/** What each player gets at this step, where several play. */
export function Vector({ trace, step }) {
  const { values, name } = trace.events[step];
  if (!values) return null;
  return html`<p class="learn-vector">
    At ${name}: ⟨
    ${values.map((value, i) => html`${i > 0 && ', '}<b>${number(value)}</b><sub>${i + 1}</sub>`)}⟩
  </p>`;
}

/** The position of the current node. */
export function Board({ film, step }) {
  const { board } = film.nodes[film.steps[step].node];
  return board ? html`<pre class="learn-board" aria-label="The position">${board}</pre>` : null;
}

/** What was pruned, and why. */
export function Cuts({ film, seek }) {
  const { note, rows, more } = film.cuts;
  return html`<${Fold} title="Pruned" open=${false}>
    ${note && html`<p>${note}</p>`}
    ${
      rows.length > 0 &&
      html`<div class="learn-scroll">
        <table class="table">
          <thead>
            <tr><th>branch</th><th>saved</th><th>why</th><th><span class="sr">Step</span></th></tr>
          </thead>
          <tbody>
            ${rows.map(
              (row, i) => html`<tr key=${i}>
                <th scope="row">${row.name}</th>
                <td>${row.saved}</td>
                <td>${minus(row.why)}</td>
                <td>
                  ${
                    row.step !== null &&
                    html`<button
                      type="button"
                      class="button button--small"
                      onClick=${() => seek(row.step)}
                    >
                      step ${row.step + 1}
                    </button>`
                  }
                </td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>`
    }
    ${more && html`<p>… and more.</p>`}
  <//>`;
}

/** The best line, and a strategy. */
export function Plan({ film }) {
  const { line, who, decisions, note } = film.plan;
  return html`<${Fold} title="What the search found" open=${false}>
    <p>${minus(film.summary)} ${minus(film.key)}</p>
    ${line.length > 0 && html`<p>Best play: <b>${line.join(' → ')}</b></p>`}
    ${
      decisions.length > 0 &&
      html`
        <p>A complete strategy for ${who}, whatever the replies:</p>
        <ul class="learn-scroll">
          ${decisions.map(
            ({ at, play, worth }) =>
              html`<li>at ${at} play <b>${play}</b> (worth ${minus(worth)})</li>`,
          )}
        </ul>
      `
    }
    ${note && html`<p>${note}.</p>`}
  <//>`;
}
