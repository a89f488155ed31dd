// Exercises: answers are graded with reasons, and the score stays in the browser.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { visit } from './lib/browser.mjs';
import { fixture } from './lib/fixture.mjs';

const at = fixture();

it('an exercise is answered, graded and counted', async () => {
  const { page, server } = at;
  const { exercises } = await server.ask('/api/learn/exercises');
  assert.ok(exercises.length >= 10, `${exercises.length} exercises`);
  const solved = await server.ask('/api/learn/exercises/vectors', { solve: true });
  const expected = solved.parts.map((part) => part.expected);
  await visit(page, `${server.origin}/learn`);
  await page.getByRole('link', { name: 'Exercises' }).click();
  await page.waitForURL('**/learn/exercises');
  const title = exercises.find(({ name }) => name === 'vectors').title;
  await page.getByRole('navigation', { name: 'Exercises' }).getByText(title).click();
  await page.waitForURL('**/learn/exercises/vectors');
  const parts = page.locator('.exercise-part');
  await parts.first().waitFor();
  assert.equal(await page.locator('.told-right, .told-wrong').count(), 0, 'nothing is told before');
  await answer(parts.nth(0), expected[0]);
  await page.getByRole('button', { name: 'Check' }).click();
  await parts.nth(0).getByText('✓ Right.').waitFor();
  assert.equal(await parts.nth(1).locator('.told-right, .told-wrong').count(), 0);
  await answer(parts.nth(1), 'nonsense');
  await page.getByRole('button', { name: 'Check' }).click();
  await parts.nth(1).getByText('✗ Wrong.').waitFor();
  assert.ok((await parts.nth(1).textContent()).includes(expected[1]), 'what was expected');
  await page.reload();
  await page.locator('.exercises-score', { hasText: `1 of ${expected.length} right` }).waitFor();
});

async function answer(part, text) {
  const box = part.locator('input[type=text]');
  if ((await box.count()) > 0) return box.fill(text);
  const choice = part.locator(`input[value="${text}"]`);
  return (await choice.count()) > 0 ? choice.check() : part.locator('input').last().check();
}

it('solutions are shown and do not count', async () => {
  const { page, server } = at;
  await visit(page, `${server.origin}/learn/exercises/pruning`);
  await page.getByRole('button', { name: 'Show solutions' }).click();
  await page.locator('.exercise-part').first().getByText('no', { exact: false }).first().waitFor();
  assert.equal(await page.locator('.exercises-list a[aria-current] ~ .chip').count(), 0);
});
