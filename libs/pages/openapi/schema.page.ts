import { type Html, html } from '../kit/html.js';
import { anchorOf } from './anchors.js';
import { referredName, type Schema } from './openapi-document.js';

/** More values than these are folded. */
const MAX_VALUES = 12;

/** Fields that a caller sends, or that Tollgate returns. */
type Direction = 'sent' | 'returned';

/** A field, or a parameter of an operation. */
export interface Field {
  readonly id: string;
  readonly name: string;
  readonly schema: Schema;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
}

/** Text in which backquotes mark code. */
export function prose(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** The fields of an object. The id of a field is that of its object and its name: `schema-charge.amount`. */
export function propertiesOf({ properties = {}, required = [] }: Schema, id: string): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    id: `${id}.${name}`,
    name,
    schema,
    description: schema.description,
    isRequired: required.includes(name),
  }));
}

export function fieldList(fields: readonly Field[], direction: Direction): Html | undefined {
  return fields.length === 0
    ? undefined
    : html`<dl>${fields.map((field) => fieldEntry(field, direction))}</dl>`;
}

function fieldEntry({ id, name, schema, description, isRequired }: Field, direction: Direction): Html {
  const isMarked = isRequired === (direction === 'sent');
  const mark = direction === 'sent' ? 'required' : 'may be missing';
  return html`<div id="${id}"><dt><code>${name}</code> <span>${typeOf(schema)}</span>${isMarked ? html` <b>${mark}</b>` : undefined}</dt>
<dd>${prose(description ?? '')} ${valuesOf(schema)} ${limitsOf(schema)}${nested(schema, id, direction)}</dd></div>
`;
}

/** The fields of an object, or of the objects of a list, that has no name of its own. */
function nested(schema: Schema, id: string, direction: Direction): Html | undefined {
  const { properties } = schema;
  if (!properties) return schema.items && nested(schema.items, id, direction);
  const names = Object.keys(properties).join(', ');
  return html`<details><summary>Fields: ${names}</summary>${fieldList(propertiesOf(schema, id), direction)}</details>`;
}

/** The type in words: `string or null`, `list of` and a link. */
export function typeOf(schema: Schema): Html {
  const { $ref, type, anyOf, format } = schema;
  if ($ref !== undefined) return schemaLink(referredName($ref));
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (type !== undefined)
    return joined(
      [type].flat().map((each) => html`${nameOf(each, schema)}${format === undefined ? '' : `, ${format}`}`),
    );
  return anyOf ? joined(anyOf.map(typeOf)) : html`any value`;
}

function nameOf(type: string, { items, additionalProperties }: Schema): Html {
  if (type === 'array' && items) return html`list of ${typeOf(items)}`;
  if (type === 'object' && typeof additionalProperties === 'object')
    return html`map of ${typeOf(additionalProperties)}`;
  return html`${type}`;
}

export function schemaLink(name: string): Html {
  return html`<a href="#${anchorOf.schema(name)}">${name}</a>`;
}

function joined(parts: readonly Html[]): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html` or ${part}`))}`;
}

function valuesOf({ enum: values = [], items }: Schema): Html | undefined {
  if (values.length === 0) return items && valuesOf(items);
  const list = values.map(
    (value, index) =>
      html`${index === 0 ? '' : ', '}<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`,
  );
  return values.length > MAX_VALUES
    ? html`<details><summary>One of ${values.length} values</summary>${list}</details>`
    : html`One of ${list}.`;
}

function limitsOf(schema: Schema): Html | undefined {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern } = schema;
  const limits = [
    ...(minimum === undefined ? [] : [html`Minimum: ${minimum}.`]),
    ...(maximum === undefined ? [] : [html`Maximum: ${maximum}.`]),
    ...(minLength === undefined ? [] : [html`At least ${minLength} characters.`]),
    ...(maxLength === undefined ? [] : [html`At most ${maxLength} characters.`]),
    ...(maxItems === undefined ? [] : [html`At most ${maxItems} items.`]),
    ...(pattern === undefined ? [] : [html`Pattern: <code>${pattern}</code>.`]),
    ...(schema.default === undefined ? [] : [html`Default: <code>${JSON.stringify(schema.default)}</code>.`]),
  ];
  return limits.length === 0 ? undefined : html`<small>${limits.map((limit) => html`${limit} `)}</small>`;
}
