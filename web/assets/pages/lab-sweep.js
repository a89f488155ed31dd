// A sweep: Elo by value with its interval, as a picture and as a table; the games of a value behind
// a click.
import { html, useMemo, useState } from '/lib/preact.js';
import { Panel } from '/lib/parts.js';
import { exact, minus, percent } from '/lib/format.js';
import { Chart, banded } from '/pages/lab-chart.js';
import { Games } from '/pages/lab-games.js';
import { Progress, elo, signed, verdict } from '/pages/lab-words.js';

/** @param {{ run: LabSweep }} props */
export function SweepResult({ run }) {
  const { sweep, rows } = run;
  const [value, setValue] = useState(null);
  const chosen = rows.find((row) => row.value === value);
  const best =
    sweep.best &&
    `${sweep.key} = ${sweep.best.value} leads, ` +
      `${signed(sweep.best.elo, 0)} Elo against ${run.b}`;
  return html`
    <section class="lab-said" aria-label="Result">
      <p class="lab-sentence">${best ?? 'No pair of games finished yet.'}</p>
      <p class="muted">
        ${sweep.played} of ${sweep.values} values played, ${exact(sweep.games)} games. Confirm the
        leader with a separate match.
      </p>
    </section>
    ${
      rows.length > 0 &&
      html`
        <${Panel} title=${`Elo by ${sweep.key}`}><${ValuesChart} sweep=${sweep} rows=${rows} /><//>
        <${Panel} title="Values">
          <div class="scroll-x" tabindex="0" role="group" aria-label="Values">
            <table class="table">
              <thead>
                <tr>
                  <th scope="col" class="num">${sweep.key}</th>
                  <th scope="col" class="num">games</th>
                  <th scope="col" class="num">won</th>
                  <th scope="col" class="num">drawn</th>
                  <th scope="col" class="num">lost</th>
                  <th scope="col" class="num">score</th>
                  <th scope="col" class="num">Elo ± 95 %</th>
                  <th scope="col">verdict</th>
                  <th><span class="sr">Games</span></th>
                </tr>
              </thead>
              <tbody>
                ${rows.map(
                  (row) => html`<${Row}
                    key=${row.value}
                    run=${run}
                    row=${row}
                    open=${row.value === value}
                    pick=${() => setValue(row.value === value ? null : row.value)}
                  />`,
                )}
              </tbody>
            </table>
          </div>
        <//>
      `
    }
    ${chosen && html`<${Games} key=${value} id=${run.id} value=${value} count=${chosen.games} />`}
  `;
}

/** @param {{ run: LabSweep, row: SweepRow, open: boolean, pick: () => void }} props */
function Row({ run, row, open, pick }) {
  const said = verdict(run, row);
  const best = row.value === run.sweep.best?.value;
  return html`<tr class=${open ? 'chosen' : ''}>
    <td class="num">${best && html`<span title="leads">★</span> `}<b>${minus(row.value)}</b></td>
    <td class="num"><${Progress} figures=${row} /></td>
    <td class="num">${exact(row.wins)}</td>
    <td class="num">${exact(row.draws)}</td>
    <td class="num">${exact(row.losses)}</td>
    <td class="num">${row.score === null ? '–' : percent(row.score)}</td>
    <td class="num"><b>${elo(row)}</b></td>
    <td>
      <span class=${said.tone === 'open' ? 'muted' : `lab-verdict lab-verdict--${said.tone}`}>
        ${said.glyph} ${said.short || 'running'}
      </span>
    </td>
    <td class="num">
      <button type="button" class="button button--small" aria-expanded=${open} onClick=${pick}>
        ${open ? 'hide' : 'games'}
      </button>
    </td>
  </tr>`;
}

/**
 * Values stand side by side in their order: they need not be numbers.
 * @param {{ sweep: any, rows: SweepRow[] }} props
 */
function ValuesChart({ sweep, rows }) {
  const known = rows.filter((row) => row.elo !== null);
  const column = (name) => known.map((row) => row[name]);
  const data = useMemo(
    () => [known.map((_, i) => i), column('elo'), column('high'), column('low')],
    [rows],
  );
  const x = {
    label: sweep.key,
    whole: true,
    words: (n) => (Number.isInteger(n) ? minus(known[n]?.value ?? '') : ''),
  };
  if (known.length === 0) return html`<p class="muted">No pair of games finished yet.</p>`;
  return html`<${Chart}
    title="Elo ± 95 %"
    x=${x}
    dots
    y=${{ label: 'Elo (A − B)', words: (n) => signed(n, 0) }}
    data=${data}
    lines=${banded('Elo', '--line-1')}
    marks=${[{ at: 0 }]}
  />`;
}
