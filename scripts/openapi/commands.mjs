// The parts of the control API's document that the command line reads at each call.
import { argumentsOf, commandLine, wordsOf } from './command-names.mjs';

/** @import { Body, Operation, Option } from '../../apps/cli/operation.js' */

/**
 * As far as it is read here.
 * @typedef {{ $ref?: string, type?: string | string[], description?: string, enum?: unknown[], properties?:
 * Record<string, Schema>, items?: Schema, anyOf?: Schema[], allOf?: Schema[] }} Schema
 * @typedef {{ $ref?: string, name?: string, in?: string, description?: string, schema?: Schema }} Parameter
 * @typedef {{ operationId: string, summary: string, description?: string, parameters?: Parameter[],
 * requestBody?: { content: Record<string, { schema: Schema }> }, responses: Record<string, { content?:
 * Record<string, unknown> }> }} Call
 * @typedef {{ paths: Record<string, Record<string, Call>>, components: { schemas: Record<string, Schema>,
 * parameters?: Record<string, Parameter> } }} Document
 */

/**
 * The calls below `/api/`, in the order of the document.
 * @param {object} control
 * @returns {Operation[]}
 */
export function operationsOf(control) {
  const document = /** @type {Document} */ (control);
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, calls]) =>
      Object.entries(calls).map(([method, call]) => operationOf(document, method.toUpperCase(), path, call)),
    );
}

/**
 * Adds to each of these operations of the document its command of `tollgate`.
 * @param {object} control
 * @param {readonly Operation[]} operations
 */
export function nameCommands(control, operations) {
  const { paths } = /** @type {Document} */ (control);
  for (const operation of operations)
    Object.assign(paths[operation.path]?.[operation.method.toLowerCase()] ?? {}, {
      'x-tollgate-command': commandLine(operation),
    });
}

/**
 * @param {Document} document
 * @param {string} method
 * @param {string} path
 * @param {Call} call
 * @returns {Operation}
 */
function operationOf(
  document,
  method,
  path,
  { operationId: id, summary, parameters = [], requestBody, responses },
) {
  const query = parameters
    .map((parameter) => (parameter.$ref ? resolve(document, parameter.$ref) : parameter))
    .filter((parameter) => parameter.in === 'query')
    .map(({ name = '', description, schema }) =>
      optionOf(name, description, schema?.type === 'object' ? 'parts' : 'text'),
    );
  const body = requestBody && bodyOf(document, requestBody.content);
  const answers = Object.keys(responses['200']?.content ?? {})[0] ?? 'application/json';
  const command = { words: wordsOf({ id, path }), arguments: argumentsOf({ id, path }) };
  return { id, method, path, summary, answers, ...command, query, ...(body && { body }) };
}

/**
 * @param {Document} document
 * @param {Record<string, { schema: Schema }>} content
 * @returns {Body}
 */
function bodyOf(document, content) {
  const type = content['application/x-www-form-urlencoded']
    ? 'form'
    : content['multipart/form-data']
      ? 'upload'
      : 'json';
  const { schema = {} } = Object.values(content)[0] ?? {};
  const options = Object.entries(resolved(document, schema).properties ?? {}).map(([name, property]) => {
    const { description, enum: choices } = property;
    return optionOf(
      name,
      description,
      kindOf(document, property),
      choices?.filter((choice) => choice !== null).map(String),
    );
  });
  return { type, options };
}

/**
 * The kind of an option: one value, several, an object, several objects, or a boolean.
 * @param {Document} document
 * @param {Schema} schema
 * @returns {Option['kind']}
 */
function kindOf(document, schema) {
  const { type, anyOf, properties, items } = resolved(document, schema);
  if (anyOf) {
    const kinds = anyOf.filter((each) => each.type !== 'null').map((each) => kindOf(document, each));
    return kinds.includes('parts') ? 'parts' : (kinds.find((kind) => kind !== 'text') ?? 'text');
  }
  const types = [type].flat().filter((each) => each !== 'null');
  if (properties || types.includes('object')) return 'parts';
  if (types.includes('array')) return items && kindOf(document, items) === 'parts' ? 'items' : 'list';
  return types.length === 1 && types[0] === 'boolean' ? 'flag' : 'text';
}

/**
 * @param {string} name
 * @param {string | undefined} description
 * @param {Option['kind']} kind
 * @param {string[]} [choices]
 * @returns {Option}
 */
function optionOf(name, description, kind, choices) {
  return { name, kind, ...(description && { description }), ...(choices && { choices }) };
}

/**
 * @param {Document} document
 * @param {Schema} schema
 */
function resolved(document, schema) {
  return schema.$ref ? /** @type {Schema} */ (resolve(document, schema.$ref)) : schema;
}

/**
 * Resolves a reference within the document.
 * @param {Document} document
 * @param {string} ref
 */
function resolve(document, ref) {
  const [, section = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(ref) ?? [];
  const found = /** @type {Record<string, Record<string, object>>} */ (document.components)[section]?.[name];
  if (!found) throw new Error(`${ref} leads nowhere`);
  return /** @type {Parameter & Schema} */ (found);
}
