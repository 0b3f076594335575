// Puts routes and schemas together into an OpenAPI document.
import { exampleOf } from './examples.mjs';

/** The addresses are put in by whoever serves the document. */
export const HOSTS = { api: '{base_url}', vault: '{vault_url}', pay: '{pay_url}' };

const LIST_PARAMETERS = [
  query('from', { type: 'string' }, 'The earliest moment, inclusive: an ISO 8601 datetime.'),
  query('to', { type: 'string' }, 'The latest moment, inclusive to the second; that of the request unless given.'),
  query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'How many at most.'),
  query('offset', { type: 'integer', minimum: 0, default: 0 }, 'How many to leave out.'),
  query(
    'order',
    { type: 'string', enum: ['chronological', 'reverse_chronological'], default: 'chronological' },
    'The oldest or the latest first.',
  ),
];

function query(name, schema, description) {
  return { name, in: 'query', description, schema };
}

/** `errors` is the table of codes: `{ code: [status, message] }`. */
export class Document {
  constructor(schemas, errors, versions, info) {
    this.schemas = schemas;
    this.errors = errors;
    this.versions = versions;
    this.info = info;
  }

  make(routes) {
    const paths = {};
    for (const route of routes) {
      const server = route.host === 'api' || route.host === 'any' ? {} : { servers: [{ url: HOSTS[route.host] }] };
      paths[route.path] ??= { ...server };
      paths[route.path][route.verb] = this.#operation(route);
    }
    const tags = new Map(routes.map((route) => [tagOf(route), route.resourceText]));
    return {
      openapi: '3.1.1',
      info: this.info,
      servers: [{ url: HOSTS.api }],
      tags: [...tags].map(([name, description]) => ({ name, description })),
      paths,
      components: { schemas: this.#sorted(), parameters: this.#parameters(), securitySchemes: SECURITY_SCHEMES },
    };
  }

  #operation(route) {
    const [summary] = route.text.match(/^.*?\.(?=\s|$)/) ?? [];
    if (!summary) throw new Error(`${route.resource}.${route.name} needs a doc comment`);
    return {
      operationId: `${route.resource}.${route.name}`,
      tags: [tagOf(route)],
      summary: summary.slice(0, -1),
      ...(route.text === summary ? {} : { description: route.text }),
      ...this.#security(route),
      parameters: this.#parametersOf(route),
      ...this.#requestBody(route),
      responses: { ...this.#answers(route), ...this.#refusals(route) },
    };
  }

  #security({ keys }) {
    return { security: keys.length === 0 ? [] : keys.map((kind) => ({ [`${kind}Key`]: [] })) };
  }

  #parametersOf(route) {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const own = route.queries.map(({ name, text }) => query(name, { type: 'string' }, text));
    const headers =
      route.keys.length === 0 ? [] : ['OmiseVersion', ...(route.verb === 'post' || route.verb === 'patch' ? ['IdempotencyKey'] : [])];
    const queries = route.keys.length > 0 && route.verb === 'get' ? ['Expand'] : [];
    const named = [...queries, ...headers].map((name) => ({ $ref: `#/components/parameters/${name}` }));
    return [...inPath, ...own, ...(route.takesQuery ? LIST_PARAMETERS : []), ...named];
  }

  #parameters() {
    const header = (name, schema, description) => ({ name, in: 'header', description, schema });
    return {
      Expand: query('expand', { type: 'boolean', default: false }, 'Whether objects take the place of ids.'),
      OmiseVersion: header(
        'Omise-Version',
        { type: 'string', enum: this.versions },
        `The API version of the answer; the account's unless given. This document describes ${this.versions.at(-1)}.`,
      ),
      IdempotencyKey: header(
        'Idempotency-Key',
        { type: 'string', minLength: 1, maxLength: 255 },
        'The same key with the same request is answered with the first answer, for 24 hours.',
      ),
    };
  }

  #requestBody({ body, takesFile, host }) {
    if (takesFile) {
      const schema = {
        type: 'object',
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
        required: ['file'],
      };
      return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
    }
    if (!body) return {};
    const schema = this.schemas.of(this.schemas.checker.getTypeFromTypeNode(body), body);
    const { required, examples } = this.schemas.components[schema.$ref.split('/').at(-1)];
    const media = { schema, ...(examples ? { example: examples[0] } : {}) };
    const form = { 'application/x-www-form-urlencoded': { schema } };
    const content = host === 'pay' ? form : { 'application/json': media, ...form };
    return { requestBody: { required: required !== undefined, content } };
  }

  #answers({ answer, answers }) {
    if (answers.length === 0) {
      const schema = this.schemas.of(answer);
      const example = exampleOf(schema, this.schemas.components);
      return { 200: { description: 'It is done.', content: { 'application/json': { schema, example } } } };
    }
    return Object.fromEntries(
      answers.map(([status, ...types]) => {
        const content = Object.fromEntries(types.map((type) => [type, { schema: type === 'application/json' ? { type: 'object' } : {} }]));
        return [status, { description: DESCRIPTIONS[status], ...(types.length > 0 ? { content } : {}) }];
      }),
    );
  }

  /** The errors of a route: its own, and those that any such route can have. */
  #refusals({ errors, keys, path, answers }) {
    const common = [
      'bad_request',
      ...(keys.length > 0 ? ['authentication_failure', 'service_not_found'] : []),
      ...(path.includes('{') ? ['not_found'] : []),
      'internal_error',
      'service_unavailable',
    ];
    const taken = answers.map(([status]) => Number(status));
    const codes = [...new Set([...errors, ...common])].filter((code) => !taken.includes(this.#statusOf(code)));
    const statuses = [...new Set(codes.map((code) => this.#statusOf(code)))].sort();
    return Object.fromEntries(statuses.map((status) => [status, this.#refusal(codes.filter((code) => this.#statusOf(code) === status))]));
  }

  #statusOf(code) {
    if (!this.errors[code]) throw new Error(`there is no error ${code}`);
    return this.errors[code][0];
  }

  #refusal(codes) {
    const error = { $ref: '#/components/schemas/Error' };
    const schema = { allOf: [error, { type: 'object', properties: { code: { enum: codes } } }] };
    const example = (code) => ({ ...exampleOf(error, this.schemas.components), code, message: this.errors[code][1] });
    const location = (code) => `https://www.omise.co/api-errors#${code.replaceAll('_', '-')}`;
    const examples = Object.fromEntries(codes.map((code) => [code, { value: { ...example(code), location: location(code) } }]));
    return { description: `Refused: ${codes.join(', ')}.`, content: { 'application/json': { schema, examples } } };
  }

  #sorted() {
    return Object.fromEntries(Object.entries(this.schemas.components).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

const DESCRIPTIONS = { 200: 'It is done.', 303: 'The customer goes on from here.', 404: 'There is no such page.' };

const SECURITY_SCHEMES = {
  publicKey: { type: 'http', scheme: 'basic', description: 'The public key as the user name, no password.' },
  secretKey: { type: 'http', scheme: 'basic', description: 'The secret key as the user name, no password.' },
};

function tagOf({ resource }) {
  return resource.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}
