// axe-core: what keeps people from using a page.
import axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const GRAVE = ['serious', 'critical'];

/** The serious and critical findings of a page, each in one line: rule, element, why. */
export async function findings(page) {
  // A function of the page's own would be stopped by the policy; the browser's debugger is not.
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ([tags, grave]) => {
      const { violations } = await window.axe.run(document, {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
        preload: false,
      });
      return violations
        .filter(({ impact }) => grave.includes(impact))
        .flatMap(({ id, impact, nodes }) =>
          nodes.map(({ target, failureSummary, html }) => ({
            id,
            impact,
            target: target.join(' '),
            html: html.slice(0, 200),
            why: failureSummary,
          })),
        );
    },
    [TAGS, GRAVE],
  );
  return found.map(
    ({ id, impact, target, html, why }) =>
      `${impact} ${id}: ${target}\n    ${html}\n    ${why.split('\n').slice(1).join(' ').trim()}`,
  );
}
