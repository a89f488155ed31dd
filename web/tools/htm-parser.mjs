// Reads an html`` template into a tree, as htm does.

const VERBATIM = ['pre', 'textarea']; // their white space means something

/**
 * The children of a template. A node is { kind: 'element', tag, attributes, children, close,
 * selfClosing }, { kind: 'value', value } for the value of that number, or { kind: 'text', text }.
 * Tags and attributes are lists of strings and numbers of values.
 */
export function parseTemplate(quasis) {
  const source = new Source(quasis);
  const roots = source.children();
  if (!source.atEnd())
    throw new Error(`A template closes what it has not opened: ${quasis.join('${…}')}`);
  return roots;
}

class Source {
  constructor(quasis) {
    // A value is a number between characters.
    this.items = quasis.flatMap((text, at) => (at === 0 ? [...text] : [at - 1, ...text]));
    this.at = 0;
  }

  atEnd() {
    return this.at >= this.items.length;
  }

  looksAt(text) {
    return [...text].every((char, at) => this.items[this.at + at] === char);
  }

  skipSpace() {
    while (/^\s$/.test(this.items[this.at])) this.at += 1;
  }

  /** Strings and numbers up to an item that ends them. */
  until(ends) {
    const parts = [];
    while (!this.atEnd() && !ends()) push(parts, this.items[this.at++]);
    return parts;
  }

  children() {
    const found = [];
    while (!this.atEnd() && !this.looksAt('</')) {
      const item = this.items[this.at];
      if (item === '<') found.push(this.element());
      else if (typeof item === 'number')
        found.push({ kind: 'value', value: this.items[this.at++] });
      else addText(found, this.text());
    }
    return found;
  }

  text() {
    const isText = () => typeof this.items[this.at] === 'number' || this.items[this.at] === '<';
    return this.until(isText)[0];
  }

  element() {
    this.at += 1;
    const tag = this.until(() => /^[\s/>]$/.test(this.items[this.at]));
    const node = { kind: 'element', tag, attributes: this.attributes() };
    if (this.looksAt('/>')) {
      this.at += 2;
      return { ...node, selfClosing: true, children: [] };
    }
    this.at += 1;
    if (VERBATIM.includes(tag[0])) node.verbatim = this.until(() => this.looksAt('</'));
    node.children = this.children();
    if (this.atEnd()) throw new Error(`<${tag}> is not closed.`);
    this.at += 1;
    node.close = this.until(() => /^[\s>]$/.test(this.items[this.at]));
    this.skipSpace();
    this.at += 1;
    return node;
  }

  attributes() {
    const found = [];
    for (;;) {
      this.skipSpace();
      if (this.atEnd()) throw new Error('A tag has no end.');
      if (this.looksAt('>') || this.looksAt('/>')) return found;
      found.push(this.attribute());
    }
  }

  attribute() {
    let quote = null;
    return this.until(() => {
      const item = this.items[this.at];
      if (quote) {
        if (item === quote) quote = null;
        return false;
      }
      if (item === '"' || item === "'") quote = item;
      return /^[\s>]$/.test(item) || this.looksAt('/>');
    });
  }
}

function push(parts, item) {
  if (typeof item === 'string' && typeof parts.at(-1) === 'string') parts[parts.length - 1] += item;
  else parts.push(item);
}

/** htm drops the white space with a line break at either end of a text. */
function addText(found, raw) {
  const text = raw.replace(/^\s*\n\s*|\s*\n\s*$/g, '');
  if (/^\s*\n/.test(raw) && found.length > 0) found.at(-1).newlineAfter = true;
  if (text === '') return;
  found.push({ kind: 'text', text, newlineAfter: /\n\s*$/.test(raw) });
}
