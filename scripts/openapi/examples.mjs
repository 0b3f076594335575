// Makes one example of a schema from the examples of its parts.

/** A value that the schema allows. Throws where the code gives no example of a text or a number. */
export function exampleOf(schema, components, path = '') {
  if (schema.examples) return schema.examples[0];
  if (schema.$ref) return exampleOf(components[schema.$ref.split('/').at(-1)], components, schema.$ref);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum.at(schema.enum.includes(null) ? -1 : 0);
  if (schema.anyOf) return exampleOf(schema.anyOf.find(({ type }) => type === 'null') ?? schema.anyOf[0], components, path);
  switch (Array.isArray(schema.type) ? 'null' : schema.type) {
    case 'object': {
      const parts = Object.entries(schema.properties ?? {}).map(([name, property]) => [
        name,
        exampleOf(property, components, `${path}.${name}`),
      ]);
      const { location } = Object.fromEntries(parts);
      return Object.fromEntries(
        parts.map(([name, value]) => [name, value?.object === 'list' ? emptied(value, `${location}/${name}`) : value]),
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

/** A list inside an object, which nothing is in yet. */
function emptied(list, location) {
  return { ...list, data: [], total: 0, location };
}
