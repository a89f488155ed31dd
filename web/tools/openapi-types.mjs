// TypeScript's types of the interface, from its OpenAPI document.

/**
 * The text of a module: `Schemas`, what each address answers (`Gets`, `Posts`) and takes (`Bodies`),
 * and what is answered instead where something is refused.
 */
export function typesOf(document) {
  const { schemas } = document.components;
  const asked = requested(document);
  const interfaces = Object.entries(schemas).map(
    ([name, schema]) => `  ${name}: ${typeOf(schema, asked.has(name))};\n`,
  );
  const table = (method, pick) =>
    Object.entries(document.paths)
      .filter(([, methods]) => methods[method])
      .map(([path, methods]) => `  '${path}': ${pick(methods[method])};\n`)
      .join('');
  return [
    `export interface Schemas {\n${interfaces.join('')}}\n`,
    `export interface Gets {\n${table('get', answerOf)}}\n`,
    `export interface Posts {\n${table('post', answerOf)}}\n`,
    `export interface Bodies {\n${table('post', bodyOf)}}\n`,
    `export type Refusal = ${refusalOf(document)};\n`,
  ].join('\n');
}

const answerOf = ({ responses }) => typeOf(json(responses['200']), false);
const bodyOf = ({ requestBody }) => (requestBody ? typeOf(json(requestBody), true) : '{}');

function refusalOf({ paths }) {
  const answers = Object.values(paths)
    .flatMap(Object.values)
    .flatMap(({ responses }) => Object.entries(responses));
  const refused = answers.find(([status, answer]) => /^[45]/.test(status) && json(answer));
  return typeOf(refused && json(refused[1]), false);
}

const json = (part) => part.content?.['application/json']?.schema;

const REF = '#/components/schemas/';

/** The names of the schemas that a request may hold: what is not required there may be left out. */
function requested({ paths, components }) {
  const found = new Set();
  const look = (part) => {
    if (part === null || typeof part !== 'object') return;
    const name = part.$ref?.slice(REF.length);
    if (name && !found.has(name)) {
      found.add(name);
      look(components.schemas[name]);
    }
    Object.values(part).forEach(look);
  };
  for (const methods of Object.values(paths)) {
    for (const { requestBody } of Object.values(methods)) look(requestBody);
  }
  return found;
}

/** The type of a schema. In answers every property is there, and `null` where there is nothing. */
function typeOf(schema, isAsked) {
  if (schema === undefined || schema === true) return 'any';
  if (schema.$ref) return `Schemas['${schema.$ref.slice(REF.length)}']`;
  const all = (list) => list.map((one) => typeOf(one, isAsked));
  if (schema.oneOf ?? schema.anyOf) return `(${all(schema.oneOf ?? schema.anyOf).join(' | ')})`;
  if (schema.allOf) return `(${all(schema.allOf).join(' & ')})`;
  if (schema.enum) return `(${schema.enum.map((one) => JSON.stringify(one)).join(' | ')})`;
  const kinds = [schema.type].flat().map((kind) => KINDS[kind](schema, isAsked));
  return kinds.length === 1 ? kinds[0] : `(${kinds.join(' | ')})`;
}

const KINDS = {
  string: () => 'string',
  integer: () => 'number',
  number: () => 'number',
  boolean: () => 'boolean',
  null: () => 'null',
  array: ({ items, prefixItems }, isAsked) =>
    prefixItems
      ? `[${prefixItems.map((one) => typeOf(one, isAsked)).join(', ')}]`
      : `${typeOf(items, isAsked)}[]`,
  object: objectType,
};

function objectType({ properties, additionalProperties: others, required = [] }, isAsked) {
  if (!properties && !others) return 'any'; // the document says nothing of it
  if (!properties) return `Record<string, ${typeOf(others, isAsked)}>`;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = isAsked && !required.includes(name) ? '?' : '';
    const isNullable = !isAsked && !required.includes(name);
    return `${JSON.stringify(name)}${mark}: ${typeOf(schema, isAsked)}${isNullable ? ' | null' : ''}`;
  });
  return `{ ${fields.join('; ')} }`;
}
