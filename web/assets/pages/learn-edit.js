// A double click on a leaf changes its value in the tree's text.
import { prompt } from '/lib/dialog.js';
import { change, lesson } from '/pages/learn-state.js';

/** Where the leaves of a text stand, in their order: { from, to, text }. */
export function leaves(text) {
  const plain = text.replace(/;.*$/gm, (comment) => ' '.repeat(comment.length));
  const found = [];
  let opened = false;
  for (const token of plain.matchAll(/\(|\)|\[[^\]]*\]|[^\s()[\]]+/g)) {
    const [word] = token;
    const name = opened;
    opened = word === '(';
    if (name || opened || word === ')' || word.startsWith('~')) continue;
    const value = /(?:^|[:!])(\[[^\]]*\]|-?\d+(?:\.\d+)?|\?)$/.exec(word)?.[1];
    if (value !== undefined)
      found.push({
        from: token.index + word.length - value.length,
        to: token.index + word.length,
        text: value,
      });
  }
  return found;
}

/** The leaves of a drawn film, in the order of the text; null where some are folded away. */
function tips({ trace: { film }, player }) {
  if (film.nodes.some((node) => node.x === undefined || node.folded > 0)) return null;
  const all = [];
  const walk = (id) => {
    const below = [...player.children[id]].sort((a, b) => film.nodes[a].x - film.nodes[b].x);
    if (below.length === 0) all.push(id);
    below.forEach(walk);
  };
  walk(0);
  return all;
}

/** Whether the leaves of a pane can be edited. */
export function canEdit(pane) {
  const { game, position } = lesson.value;
  return game.includes('(') && !position && tips(pane)?.length === leaves(game).length;
}

/** Asks for another value of a leaf and searches the tree again. */
export async function editLeaf(pane, id) {
  if (!canEdit(pane)) return;
  const { game } = lesson.value;
  const leaf = leaves(game)[tips(pane)?.indexOf(id) ?? -1];
  if (!leaf) return;
  const several = leaf.text.startsWith('[');
  const wanted = await prompt({
    title: `The value of ${pane.trace.film.nodes[id].name}`,
    label: several
      ? 'A value for each player, as in [1 2 6]'
      : 'A number, or ? for play without end',
    value: leaf.text,
    required: true,
    send: (text) => {
      const fits = several ? /^\[(\s*-?\d+(\.\d+)?)+\s*\]$/ : /^(-?\d+(\.\d+)?|\?)$/;
      if (!fits.test(text.trim())) throw new Error('That is not a value.');
    },
  });
  if (wanted)
    change({ id: '', game: game.slice(0, leaf.from) + wanted.trim() + game.slice(leaf.to) });
}
