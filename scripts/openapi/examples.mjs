// Makes one example of a schema from the examples of its parts.
/** @import { Components, Schema } from './types.d.ts' */

/**
 * A value that the schema allows. Throws where the code gives no example of a text or a number.
 * @param {Schema | undefined} schema
 * @param {Components} components
 * @returns {unknown}
 */
export function exampleOf(schema, components, path = '') {
  if (!schema) throw new Error(`${path} has no schema`);
  if (schema.examples) return schema.examples[0];
  if (schema.$ref) return exampleOf(componentOf(schema, components), components, schema.$ref);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum.at(schema.enum.includes(null) ? -1 : 0);
  if (schema.anyOf)
    return exampleOf(schema.anyOf.find(({ type }) => type === 'null') ?? schema.anyOf[0], components, path);
  switch (Array.isArray(schema.type) ? 'null' : schema.type) {
    case 'object': {
      const parts = Object.entries(schema.properties ?? {}).map(([name, property]) => [
        name,
        exampleOf(property, components, `${path}.${name}`),
      ]);
      const { location } = Object.fromEntries(parts);
      return Object.fromEntries(
        parts.map(([name, value]) => [name, isList(value) ? emptied(value, `${location}/${name}`) : value]),
      );
    }
    case 'array':
      return schema.maxItems === 0 ? [] : [exampleOf(schema.items, components, `${path}[]`)];
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      throw new Error(`${path} needs an @example`);
  }
}

/**
 * The schema that a reference names.
 * @param {Schema} schema
 * @param {Components} components
 */
export function componentOf({ $ref }, components) {
  const component = components[$ref?.split('/').at(-1) ?? ''];
  if (!component) throw new Error(`there is no schema ${$ref}`);
  return component;
}

/** @param {unknown} value */
function isList(value) {
  return typeof value === 'object' && value !== null && 'object' in value && value.object === 'list';
}

/**
 * A list inside an object, which nothing is in yet.
 * @param {unknown} list
 * @param {string} location
 */
function emptied(list, location) {
  return { .../** @type {object} */ (list), data: [], total: 0, location };
}
