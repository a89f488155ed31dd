// What can be done to a whole project: rename, duplicate, archive, delete, restore.
import { html, useState } from '/lib/preact.js';
import { post, at } from '/lib/api.js';
import { confirm, prompt } from '/lib/dialog.js';
import { refresh, useTopic } from '/lib/socket.js';
import { fail, toast } from '/lib/toast.js';

function refreshAll() {
  refresh('/api/projects');
  refresh('/api/shelved');
}

/**
 * Asks for a name and gives it to a project or to its copy.
 * @param {Card} card
 */
export async function rename(card) {
  const send = (name) => post(at(card.id, 'rename'), { name });
  const text = 'Links to the old name no longer work.';
  const done = await prompt({
    title: `Rename ${card.id}`,
    text,
    label: 'New name',
    value: card.id,
    required: true,
    ok: 'Rename',
    send,
  });
  if (!done) return;
  refreshAll();
  toast('Renamed.', { seconds: 3 });
}

/** @param {Card} card */
export async function duplicate(card) {
  const send = (name) => post(at(card.id, 'duplicate'), { name });
  const done = await prompt({
    title: `Duplicate ${card.id}`,
    label: 'Name of the copy',
    value: `${card.id} copy`,
    required: true,
    ok: 'Duplicate',
    send,
  });
  if (!done) return;
  refreshAll();
  toast('Duplicated.', { seconds: 3 });
}

/** @param {Card} card */
export function archive(card) {
  return putAway(card, 'archive', `Archived ${card.id}.`);
}

/** @param {Card} card */
export async function remove(card) {
  const sure = await confirm({
    title: `Delete ${card.id}?`,
    text: 'It is moved to the trash, from where it can be restored below the list of projects.',
    ok: 'Delete',
    danger: true,
  });
  if (sure) await putAway(card, 'delete', `Deleted ${card.id}.`);
}

async function putAway(card, how, done) {
  try {
    const item = await post(at(card.id, how));
    refreshAll();
    toast(done, { undo: () => restore(item) });
  } catch (error) {
    fail(error);
  }
}

/** @param {Shelved} item */
async function restore(item) {
  await post('/api/shelved', item);
  refreshAll();
}

/** The archived and deleted projects, where there are any. */
export function ShelvedProjects({ locked }) {
  const { data } = useTopic('/api/shelved');
  const items = /** @type {Shelved[]} */ (data?.projects ?? []);
  if (items.length === 0) return null;
  return html`<details class="panel shelved">
    <summary>Archived and deleted projects (${items.length})</summary>
    <ul>
      ${items.map(
        (item) =>
          html`<${Item} key=${`${item.shelf} ${item.name}`} item=${item} locked=${locked} />`,
      )}
    </ul>
  </details>`;
}

/** @param {{ item: Shelved, locked: boolean }} props */
function Item({ item, locked }) {
  const [busy, setBusy] = useState(false);
  async function press() {
    setBusy(true);
    try {
      await restore(item);
      toast(`Restored ${item.name}.`, { seconds: 3 });
    } catch (error) {
      fail(error);
      setBusy(false);
    }
  }
  return html`<li class="row">
    <b>${item.name}</b>
    <span class="muted">${item.shelf === 'trash' ? 'deleted' : 'archived'}</span>
    ${
      !locked &&
      html`<button
        type="button"
        class="button button--small"
        aria-label=${`Restore ${item.name}`}
        disabled=${busy}
        onClick=${press}
      >
        Restore
      </button>`
    }
  </li>`;
}
