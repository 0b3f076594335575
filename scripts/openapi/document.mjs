// Puts routes and schemas together into an OpenAPI document.
import ts from 'typescript';
import { componentOf, exampleOf } from './examples.mjs';
import { groupsOf } from './tag-groups.mjs';
/** @import { Errors, Route, Schema } from './types.d.ts' */
/** @import { Schemas } from './schemas.mjs' */

/** The serving host fills in the addresses. */
export const HOSTS = { api: '{base_url}', vault: '{vault_url}', pay: '{pay_url}', control: '{control_url}' };

const LIST_PARAMETERS = [
  query('from', { type: 'string' }, 'Earliest creation time, inclusive: an ISO 8601 datetime.'),
  query('to', { type: 'string' }, 'Latest creation time, inclusive: an ISO 8601 datetime. Default: now.'),
  query(
    'limit',
    { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    'Maximum number of objects per page.',
  ),
  query('offset', { type: 'integer', minimum: 0, default: 0 }, 'Number of objects to skip.'),
  query(
    'order',
    { type: 'string', enum: ['chronological', 'reverse_chronological'], default: 'chronological' },
    'Sort order by creation time.',
  ),
];

const CURSOR_PARAMETERS = [
  query(
    'limit',
    { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    'Maximum number of objects per page.',
  ),
  query('after', { type: 'string' }, 'Cursor: the `next` of the previous page.'),
];

/** @type {Readonly<Record<string, string>>} */
const PATH_PARAMETERS = {
  card: 'Card ID.',
  code: 'Secret code of the link.',
  currency: 'Three-letter currency code (ISO 4217).',
  document: 'Document ID.',
  fault: 'Name of the fault.',
  file: 'File name.',
  folder: 'Folder of the page.',
  id: 'ID of the object.',
  inbox: 'Name of the inbox: at most 64 letters, digits, `-` and `_`.',
  key: 'Secret of the download.',
  kind: 'Kind of object.',
  mode: 'Mode of the emulated API.',
  name: 'Name of the sandbox.',
  other: 'Name of the snapshot to compare with.',
  page: 'File name of the page, such as `webhooks.md`.',
  paymentId: 'Secret ID of the payment.',
  refund: 'Refund ID.',
  request: 'Request ID.',
  sandbox: 'Public ID of the sandbox.',
  scenario: 'Name of the scenario.',
  session: 'ID of the checkout session.',
  snapshot: 'Name of the snapshot.',
  token: 'Secret of the URL.',
};

/** @param {string} name */
function describedPath(name) {
  const description = PATH_PARAMETERS[name];
  if (!description) throw new Error(`the path parameter ${name} needs a description in document.mjs`);
  return description;
}

/**
 * @param {string} name
 * @param {Schema} schema
 * @param {string} description
 */
function query(name, schema, description) {
  return { name, in: 'query', description, schema };
}

/** An OpenAPI document. */
export class Document {
  /**
   * @param {'api' | 'control'} home the host that the document is of
   * @param {Schemas} schemas
   * @param {Errors} errors
   * @param {readonly string[]} versions of the API, the newest last
   * @param {object} info
   */
  constructor(home, schemas, errors, versions, info) {
    this.isControl = home === 'control';
    this.home = home;
    this.schemas = schemas;
    this.errors = errors;
    this.versions = versions;
    this.info = info;
  }

  /**
   * Throws where a route has no doc comment, names an error that there is not, or answers what has no
   * example.
   * @param {readonly Route[]} routes
   */
  make(routes) {
    /** @type {Record<string, Record<string, object>>} */
    const paths = {};
    for (const route of routes) {
      const host = /** @type {keyof typeof HOSTS} */ (route.host);
      /** @type {Record<string, object>} */
      const server = host === this.home || route.host === 'any' ? {} : { servers: [{ url: HOSTS[host] }] };
      paths[route.path] = { ...server, ...paths[route.path], [route.verb]: this.#operation(route) };
    }
    const texts = new Map(routes.map(({ tag, resourceText }) => [tag, resourceText]));
    const operations = routes.map(({ tag, keys }) => ({ tag, isOpen: keys.length === 0 }));
    const groups = groupsOf(operations, this.isControl);
    const tags = groups.flatMap((group) => group.tags);
    return {
      openapi: '3.1.1',
      info: this.info,
      servers: [{ url: HOSTS[this.home] }],
      tags: tags.map((name) => ({ name, description: texts.get(name) })),
      'x-tagGroups': groups,
      paths,
      ...(this.isControl ? {} : { webhooks: this.#webhooks() }),
      components: {
        schemas: this.#sorted(),
        parameters: this.#parameters(),
        securitySchemes: this.#securitySchemes(),
      },
    };
  }

  /** @param {Route} route */
  #operation(route) {
    const [summary] = route.text.match(/^.*?\.(?=\s|$)/) ?? [];
    if (!summary) throw new Error(`${route.resource}.${route.name} needs a doc comment`);
    return {
      operationId: `${route.resource}.${route.name}`,
      tags: [route.tag],
      summary: summary.slice(0, -1),
      ...(route.text === summary ? {} : { description: route.text }),
      ...this.#security(route),
      parameters: this.#parametersOf(route),
      ...this.#requestBody(route),
      responses: { ...this.#answers(route), ...this.#refusals(route) },
    };
  }

  #webhooks() {
    const schema = { $ref: '#/components/schemas/Event' };
    const signed = (/** @type {string} */ name, /** @type {string} */ description) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    });
    return {
      event: {
        post: {
          operationId: 'Webhooks.event',
          tags: ['Events'],
          summary: 'Send an event',
          description:
            'Tollgate sends an event to the webhook URL and retries until the endpoint returns a 2xx status or the retries are exhausted. An event can arrive twice, with the same ID.',
          security: [],
          parameters: [
            signed(
              'Omise-Signature',
              'HMAC-SHA256 of timestamp, dot and body, in hex. While a secret is rotated, two signatures separated by a comma.',
            ),
            signed('Omise-Signature-Timestamp', 'Unix time in seconds.'),
          ],
          requestBody: {
            required: true,
            content: { 'application/json': { schema, example: exampleOf(schema, this.schemas.components) } },
          },
          responses: {
            '2XX': { description: 'Event delivered.' },
            410: { description: 'Event rejected for good. It is not retried.' },
          },
        },
      },
    };
  }

  /** @param {Route} route */
  #security({ keys }) {
    return { security: keys.length === 0 ? [] : keys.map((kind) => ({ [SCHEME_NAMES[kind] ?? kind]: [] })) };
  }

  #securitySchemes() {
    const { publicKey, secretKey, controlToken } = SECURITY_SCHEMES;
    return this.isControl ? { controlToken, secretKey } : { publicKey, secretKey };
  }

  /** @param {Route} route */
  #parametersOf(route) {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      description: describedPath(name),
      schema: name === 'mode' ? { type: 'string', enum: ['test', 'live'] } : { type: 'string' },
    }));
    const own = route.queries;
    if (this.isControl && !route.isEmulated)
      return [
        ...inPath,
        ...own,
        ...(route.takesQuery ? CURSOR_PARAMETERS : []),
        { $ref: '#/components/parameters/RequestId' },
      ];
    const headers =
      route.keys.length === 0
        ? []
        : [
            'OmiseVersion',
            'RequestId',
            ...(route.verb === 'post' || route.verb === 'patch' ? ['IdempotencyKey'] : []),
          ];
    if (this.isControl) headers.push('Faults');
    const queries = route.keys.length > 0 && route.verb === 'get' ? ['Expand'] : [];
    const named = [...queries, ...headers].map((name) => ({ $ref: `#/components/parameters/${name}` }));
    return [...inPath, ...own, ...(route.takesQuery ? LIST_PARAMETERS : []), ...named];
  }

  #parameters() {
    const header = (
      /** @type {string} */ name,
      /** @type {Schema} */ schema,
      /** @type {string} */ description,
    ) => ({
      name,
      in: 'header',
      description,
      schema,
    });
    const RequestId = header(
      'X-Request-Id',
      { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{5,127}$' },
      'Request ID in logs, events and webhooks. Default: a generated ID.',
    );
    return {
      Expand: query(
        'expand',
        { type: 'boolean', default: false },
        'True to return related objects instead of their IDs.',
      ),
      OmiseVersion: header(
        'Omise-Version',
        { type: 'string', enum: this.versions },
        `API version of the response. Default: the version of the account. This document describes ${this.versions.at(-1)}.`,
      ),
      RequestId,
      IdempotencyKey: header(
        'Idempotency-Key',
        { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
        'Repeating a request with the same key returns the first response, for 24 hours.',
      ),
      ...(this.isControl && {
        Faults: header(
          'Tollgate-Faults',
          { type: 'string', enum: ['on'] },
          'Faults of the API apply to this request, as they do to requests of the shop.',
        ),
      }),
    };
  }

  /** @param {Route} route */
  #requestBody({ body, takesFile, host, keys }) {
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
    const { required, examples } = componentOf(schema, this.schemas.components);
    const media = { schema, ...(examples ? { example: examples[0] } : {}) };
    const form = { 'application/x-www-form-urlencoded': { ...media, ...this.#brackets(schema) } };
    const content = isPage(host, keys) ? form : { 'application/json': media, ...form };
    return { requestBody: { required: required !== undefined, content } };
  }

  /**
   * Objects are sent with brackets: `card[name]=…`.
   * @param {Schema} schema
   */
  #brackets(schema) {
    const { properties = {} } = componentOf(schema, this.schemas.components);
    const isObject = (/** @type {Schema} */ property) =>
      [property, ...(property.anyOf ?? [])].some(
        ({ type, $ref }) => $ref || [type].flat().includes('object'),
      );
    const names = Object.entries(properties).flatMap(([name, property]) =>
      isObject(property) ? [name] : [],
    );
    if (names.length === 0) return {};
    return {
      encoding: Object.fromEntries(names.map((name) => [name, { style: 'deepObject', explode: true }])),
    };
  }

  /** @param {Route} route */
  #answers({ answer, answers, verb, isEmulated }) {
    if (answer.flags & ts.TypeFlags.Never) return {};
    if (answers.length === 0) {
      const schema = this.schemas.of(answer);
      const example = exampleOf(schema, this.schemas.components);
      return {
        200: {
          description: 'Success.',
          headers: this.isControl && !isEmulated ? REQUEST_ID : headersOf(verb),
          content: { 'application/json': { schema, example } },
        },
      };
    }
    return Object.fromEntries(
      answers.map(([status = '', ...types]) => {
        const content = Object.fromEntries(
          types.map((type) => [type, { schema: type === 'application/json' ? { type: 'object' } : {} }]),
        );
        const headers = status === '303' ? { headers: { Location: header('URL of the next page.') } } : {};
        return [
          status,
          { description: DESCRIPTIONS[status], ...headers, ...(types.length > 0 ? { content } : {}) },
        ];
      }),
    );
  }

  /**
   * The errors of a route: its own, and those that any such route can have.
   * @param {Route} route
   */
  #refusals({ errors, host, keys, path, answers, isEmulated }) {
    const common = [
      'bad_request',
      ...(this.isControl ? ['authentication_failure', 'forbidden', 'misdirected_request'] : []),
      ...(keys.length > 0 && !this.isControl ? ['authentication_failure', 'service_not_found'] : []),
      ...(isEmulated ? ['service_not_found'] : []),
      ...(path.includes('{') ? ['not_found'] : []),
      'internal_error',
      'service_unavailable',
    ];
    const taken = answers.map(([status]) => Number(status));
    const codes = [...new Set([...errors, ...common])].filter(
      (code) => !taken.includes(this.#statusOf(code)),
    );
    const statuses = [...new Set(codes.map((code) => this.#statusOf(code)))].sort();
    const isHitByFaults = (!this.isControl || isEmulated) && keys.length > 0 && host !== 'pay';
    const refusals = statuses.map((status) => [
      status,
      this.#refusal(
        status,
        codes.filter((code) => this.#statusOf(code) === status),
        // Browsers get these errors as HTML pages.
        isPage(host, keys) ? { 'text/html': {} } : {},
        isHitByFaults,
      ),
    ]);
    return { ...Object.fromEntries(refusals), ...(isHitByFaults && { default: this.#faultAnswer() }) };
  }

  /** @param {string} code */
  #statusOf(code) {
    return this.#error(code)[0];
  }

  /** @param {string} code */
  #error(code) {
    const error = this.errors[code];
    if (!error) throw new Error(`there is no error ${code}`);
    return error;
  }

  /**
   * @param {number} status
   * @param {readonly string[]} codes
   * @param {object} others what it is answered as besides
   * @param {boolean} isHitByFaults whether a fault may ask for the same status with whatever code
   */
  #refusal(status, codes, others, isHitByFaults) {
    const error = { $ref: '#/components/schemas/Error' };
    const own = { allOf: [error, { type: 'object', properties: { code: { enum: codes } } }] };
    const example = /** @type {object} */ (exampleOf(error, this.schemas.components));
    const location = (/** @type {string} */ code) =>
      `https://www.omise.co/api-errors#${code.replaceAll('_', '-')}`;
    const examples = Object.fromEntries(
      codes.map((code) => [
        code,
        { value: { ...example, code, message: this.#error(code)[1], location: location(code) } },
      ]),
    );
    const schema = isHitByFaults ? { anyOf: [own, { $ref: '#/components/schemas/FaultError' }] } : own;
    const headers = { ...REQUEST_ID, ...(isHitByFaults && FAULT), ...REFUSAL_HEADERS[status] };
    return {
      description: `Error: ${codes.join(', ')}.`,
      headers,
      content: { 'application/json': { schema, examples }, ...others },
    };
  }

  /** A fault of the sandbox can return any status and code. */
  #faultAnswer() {
    const { properties, ...error } = /** @type {import('./types.d.ts').Schema} */ (
      this.schemas.components['Error']
    );
    const description = 'An error that a fault of the sandbox returns.';
    const code = { type: 'string', pattern: '^[a-z][a-z0-9_]{0,63}$', examples: ['too_many_requests'] };
    this.schemas.components['FaultError'] = { ...error, description, properties: { ...properties, code } };
    const schema = { $ref: '#/components/schemas/FaultError' };
    return { description, headers: { ...REQUEST_ID, ...FAULT }, content: { 'application/json': { schema } } };
  }

  #sorted() {
    return Object.fromEntries(Object.entries(this.schemas.components).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** @param {string} description */
function header(description) {
  return { description, schema: { type: 'string' } };
}

const REQUEST_ID = { 'X-Request-Id': header('Request ID in logs, events and webhooks.') };
const FAULT = { 'Tollgate-Fault': header('Name of the fault that returned this response.') };
/** @type {Readonly<Record<number, object>>} */
const REFUSAL_HEADERS = {
  401: { 'WWW-Authenticate': header('Required authentication scheme.') },
  503: { 'Retry-After': header('Seconds to wait before a retry.') },
};

/** @param {string} verb */
function headersOf(verb) {
  const isRepeatable = verb === 'post' || verb === 'patch';
  return {
    ...REQUEST_ID,
    'Omise-Version': header('API version of the response, on routes that require a key.'),
    ...(isRepeatable
      ? {
          'Idempotent-Replayed': header(
            '`true` if the response is repeated from an earlier request with the same key.',
          ),
        }
      : {}),
  };
}

/** @type {Readonly<Record<string, string>>} */
const DESCRIPTIONS = {
  200: 'Success.',
  202: 'Accepted.',
  303: 'Redirect to the next page.',
  400: 'Invalid message.',
  404: 'Page not found.',
  405: 'Method not allowed.',
  406: 'Accept lacks a needed type.',
  415: 'The body must be JSON.',
  default: 'The configured response.',
};

/** Security schemes, by the kind of key in decorators. */
/** @type {Readonly<Record<string, string>>} */
const SCHEME_NAMES = { public: 'publicKey', secret: 'secretKey', control: 'controlToken' };

const SECURITY_SCHEMES = {
  controlToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The control token (setting `CONTROL_TOKEN`). Without this setting, no authentication is required.',
  },
  publicKey: {
    type: 'http',
    scheme: 'basic',
    description: 'The public key as the user name, and an empty password.',
  },
  secretKey: {
    type: 'http',
    scheme: 'basic',
    description: 'The secret key as the user name, and an empty password.',
  },
};

/**
 * True for routes that browsers of customers open: on the pages' host, without a key.
 * @param {string} host
 * @param {readonly unknown[]} keys
 */
function isPage(host, keys) {
  return host === 'pay' && keys.length === 0;
}
