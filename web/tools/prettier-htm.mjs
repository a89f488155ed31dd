// A plugin of prettier: lays out the html`` templates of the pages, which htm reads.
//
// Prettier's own support for html`` may not be used: it turns a space between two elements into a
// line break, and to htm (as to JSX) a line break there is nothing. Line breaks are put only where
// htm drops them: inside tags, and between two children with no space between them.
import { doc } from 'prettier';
import * as estree from 'prettier/plugins/estree';
import { parseTemplate } from './htm-parser.mjs';

const { fill, group, indent, join, line, lineSuffixBoundary, softline } = doc.builders;
const original = estree.printers.estree;

const isTemplate = ({ node, parent }) =>
  node.type === 'TemplateLiteral' &&
  parent?.type === 'TaggedTemplateExpression' &&
  parent.tag.name === 'html';

function embed(path, options) {
  if (!isTemplate(path)) return original.embed(path, options);
  const roots = parseTemplate(path.node.quasis.map((quasi) => quasi.value.raw));
  return (_, print) => {
    const kinds = path.node.expressions.map((expression) => expression.type);
    const values = path
      .map(print, 'expressions')
      .map((value, at) => interpolation(value, kinds[at]));
    return ['`', template(roots, values), '`'];
  };
}

/** What begins on a line of its own when it does not fit on one line. */
const INDENTED = ['ConditionalExpression', 'LogicalExpression'];

function interpolation(value, kind) {
  if (!INDENTED.includes(kind)) return group(['${', value, lineSuffixBoundary, '}']);
  return group(['${', indent([softline, value]), softline, lineSuffixBoundary, '}']);
}

function template(roots, values) {
  const only = roots.length === 1 && roots[0].kind === 'element';
  if (only) return element(roots[0], values);
  return group(children(roots, values));
}

/** Attributes and text: strings, and numbers for the values between them. */
const pieces = (parts, values) =>
  parts.map((part) => (typeof part === 'number' ? values[part] : part));

function element(node, values) {
  const attributes = node.attributes.map((parts) => pieces(parts, values));
  const start = ['<', pieces(node.tag, values)];
  const between = attributes.length > 0 ? indent([line, join(line, attributes)]) : '';
  if (node.selfClosing) return group([group([...start, between, line, '/>'])]);
  const open = group([...start, between, attributes.length > 0 ? softline : '', '>']);
  const close = ['<', pieces(node.close, values), '>'];
  if (node.verbatim) return [open, pieces(node.verbatim, values), close];
  if (node.children.length === 0) return [open, close];
  return group([open, children(node.children, values), close]);
}

const startsWithSpace = (node) => node.kind === 'text' && /^\s/.test(node.text);
const endsWithSpace = (node) => node.kind === 'text' && /\s$/.test(node.text);

/** Children with line breaks around and between them, except where a space stands. */
function children(nodes, values) {
  const first = startsWithSpace(nodes[0]) ? '' : softline;
  const last = endsWithSpace(nodes.at(-1)) ? '' : softline;
  const runs = [[]];
  for (const [at, node] of nodes.entries()) {
    if (at > 0 && isBorder(nodes[at - 1], node)) runs.push([]);
    runs.at(-1).push(node);
  }
  return [
    indent([
      first,
      join(
        softline,
        runs.map((run) => flow(run, values)),
      ),
    ]),
    last,
  ];
}

const isBorder = (before, after) =>
  before.newlineAfter || (before.kind !== 'text' && after.kind !== 'text');

/** Text and what stands in it, filled like a paragraph. */
function flow(nodes, values) {
  const parts = [];
  let glued = true; // to what stands before
  const add = (part, separator) => {
    if (parts.length === 0) parts.push(part);
    else if (glued) parts.push([parts.pop(), part]);
    else parts.push(separator, part);
    glued = false;
  };
  for (const node of nodes) {
    if (node.kind === 'text') words(node.text, add, () => (glued = true));
    else add(node.kind === 'value' ? values[node.value] : element(node, values), softline);
  }
  return parts.length === 1 ? parts[0] : fill(parts);
}

function words(text, add, glue) {
  const [, before, inner, after] = /^([ \t\n]*)([^]*?)([ \t\n]*)$/.exec(text);
  if (before || inner === '') {
    glue();
    add(' ');
    glue();
  }
  inner
    .split(/[ \t\n]+/)
    .filter(Boolean)
    .forEach((word, at) => add(word, at === 0 ? softline : line));
  if (after && inner !== '') {
    glue();
    add(' ');
  }
  if (after || inner === '') glue();
}

export const printers = { estree: { ...original, embed } };
