import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Request } from 'express';
import { NEWEST_VERSION } from '../../libs/kernel/api-versions/versions.js';
import { withoutUnset } from '../../libs/kernel/values.js';
import { CONTROL_OPENAPI, OPENAPI } from '../../libs/pages/openapi/generated/openapi.js';

interface Operation {
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>>; readonly headers?: object }>
  >;
}

interface OpenApiDocument {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, Operation>> & { readonly servers?: readonly { readonly url: string }[] }
    >
  >;
  readonly components: {
    readonly parameters: Readonly<Record<string, { readonly name: string; readonly in: string }>>;
  };
}

/** The document of the API, as its types have it. */
export const DOCUMENT = JSON.parse(OPENAPI) as OpenApiDocument;
export const CONTROL_DOCUMENT = JSON.parse(CONTROL_OPENAPI) as OpenApiDocument;

export type Host = 'api' | 'vault' | 'pay' | 'control';

/** A document, and the name that its schemas are known by. */
function documentOf(host: Host): { document: OpenApiDocument; name: string } {
  return host === 'control'
    ? { document: CONTROL_DOCUMENT, name: 'control' }
    : { document: DOCUMENT, name: 'openapi' };
}

const SERVERS: Readonly<Record<Host, string>> = {
  api: '{base_url}',
  vault: '{vault_url}',
  pay: '{pay_url}',
  control: '{control_url}',
};
const EVERYWHERE = ['/', '/healthz', '/readyz'];
const FAULT_HEADER = 'Tollgate-Fault';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Parameters that specs send to see that they are ignored. */
const UNKNOWN_ON_PURPOSE: readonly string[] = ['unknown', 'email'];

/**
 * Schemas are compiled quickly rather than optimized: every process compiles hundreds of them, and uses most
 * of them rarely.
 */
const OPTIONS = { strict: false, inlineRefs: false, code: { optimize: false } } as const;
const answers = new Ajv2020(OPTIONS);
const requests = new Ajv2020({ ...OPTIONS, coerceTypes: true, verbose: true });
for (const ajv of [answers, requests]) {
  addFormats.default(ajv);
  ajv.addSchema(DOCUMENT, 'openapi');
  ajv.addSchema(CONTROL_DOCUMENT, 'control');
}

/** The checked parts of an exchange. For hostile requests only answers: a server may ignore a defect. */
export type Watched = 'requests and answers' | 'answers';

/**
 * Holds every request that a host serves, and its answer, to the document of the API; what does not fit is
 * put into `breaches`.
 */
export function watchContract(host: Host, server: Server, breaches: Set<string>, watched?: Watched): void {
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    watchExchange(host, req, res, (breach) => breaches.add(breach), watched);
  });
}

/** Holds one request and its answer to the document, once the answer is complete. */
export function watchExchange(
  host: Host,
  req: IncomingMessage,
  res: ServerResponse,
  report: (breach: string) => void,
  watched: Watched = 'requests and answers',
): void {
  const body = collectBody(res);
  res.once('finish', () => breachesOf(host, req as Request, res, body(), watched).forEach(report));
}

/** Records the body that is written to the answer, and returns it when called. */
function collectBody(res: ServerResponse): () => Buffer {
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const write = res.write.bind(res) as (...args: unknown[]) => boolean;
  const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse;
  res.write = (...args: unknown[]) => {
    keep(args[0]);
    return write(...args);
  };
  res.end = (...args: unknown[]) => {
    keep(args[0]);
    return end(...args);
  };
  return () => Buffer.concat(chunks);
}

function breachesOf(host: Host, req: Request, res: ServerResponse, body: Buffer, watched: Watched): string[] {
  const method = req.method ?? '';
  if (!METHODS.includes(method)) return [];
  // The request target may be a whole address, and end in a fragment.
  const path = req.url.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/)[0] ?? '';
  const template = templateOf(host, path, method.toLowerCase());
  const { document, name } = documentOf(host);
  const operation = document.paths[template ?? '']?.[method.toLowerCase()];
  if (template === undefined || !operation)
    return isRefusal(res) ? [] : [`${method} ${path} is no route of the document`];
  const route = `${method} ${template}`;
  const pointer = `${name}#/paths/${escaped(template)}/${method.toLowerCase()}`;
  const breaches =
    res.statusCode < 300 && watched !== 'answers' ? requestBreaches(host, req, operation, pointer) : [];
  return [...breaches, ...answerBreaches(res, body, operation, pointer)].map(
    (breach) => `${route}: ${breach}`,
  );
}

/** Responses that any path may have, with or without a route. */
function isRefusal({ statusCode }: ServerResponse): boolean {
  return (statusCode >= 400 && statusCode < 500) || statusCode === 503;
}

/** The templates of a document, those with the fewest names to fill in first. */
function templatesOf({ paths }: OpenApiDocument): { readonly template: string; readonly pattern: RegExp }[] {
  return Object.keys(paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((template) => ({
      template,
      pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
    }));
}

const TEMPLATES = new Map([DOCUMENT, CONTROL_DOCUMENT].map((document) => [document, templatesOf(document)]));

/** The path in the document, such as `/charges/{id}`, that serves a request; `verb` is in lower case. */
export function templateOf(host: Host, path: string, verb: string): string | undefined {
  const { document } = documentOf(host);
  return TEMPLATES.get(document)?.find(
    ({ template, pattern }) =>
      pattern.test(path) &&
      isServedBy(host, document, template) &&
      document.paths[template]?.[verb] !== undefined,
  )?.template;
}

function isServedBy(host: Host, { paths }: OpenApiDocument, template: string): boolean {
  const [server] = paths[template]?.servers ?? [];
  return server
    ? server.url === SERVERS[host]
    : host === 'api' || host === 'control' || EVERYWHERE.includes(template);
}

/**
 * A request that was served must be one that the document allows. An empty parameter is as good as none
 * (docs/fidelity.md H3), and one that the document does not name is dropped by its DTO, which the document is
 * made from.
 */
function requestBreaches(host: Host, req: Request, operation: Operation, pointer: string): string[] {
  const { document } = documentOf(host);
  const known = operation.parameters.map(
    ({ name, $ref }) => name ?? document.components.parameters[$ref?.split('/').at(-1) ?? '']?.name,
  );
  const unknownQueries = Object.keys(req.query ?? {}).filter(
    (name) => !known.includes(name) && !UNKNOWN_ON_PURPOSE.includes(name),
  );
  const breaches = unknownQueries.map((name) => `the query ${name} is not documented`);
  const sent = req.body as object | undefined;
  const body = withoutBlanks(sent && host !== 'control' ? withoutUnset(sent) : sent) as
    | Record<string, unknown>
    | undefined;
  if (!operation.requestBody?.content['application/x-www-form-urlencoded'] || body === undefined)
    return breaches;
  const schema = `${pointer}/requestBody/content/application~1x-www-form-urlencoded/schema`;
  return [
    ...breaches,
    ...problemsOf(requests, schema, body).map((problem) => `${problem}, but it was served`),
  ];
}

function answerBreaches(res: ServerResponse, body: Buffer, operation: Operation, pointer: string): string[] {
  const status = String(res.statusCode);
  // An error that a fault asks for has whatever status and code the fault says, and no other has.
  const isFaultable = FAULT_HEADER in (operation.responses['default']?.headers ?? {});
  const isOfFault = res.statusCode >= 400 && res.hasHeader(FAULT_HEADER);
  const fallback = isFaultable && !isOfFault ? undefined : operation.responses['default'];
  const documented = operation.responses[status] ?? fallback;
  if (!documented) return [`the status ${status} is not documented`];
  // A response that allows any status also allows an empty body.
  if (!documented.content || (fallback && !isFaultable && body.length === 0)) return [];
  const type = String(res.getHeader('Content-Type') ?? '').split(';')[0] ?? '';
  if (!(type in documented.content)) return [`${status} is answered as ${type}, which is not documented`];
  if (type !== 'application/json' || isOfOlderVersion(res)) return [];
  const part = isFaultable && !isOfFault && res.statusCode >= 400 ? '/anyOf/0' : '';
  const schema = `${pointer}/responses/${status in operation.responses ? status : 'default'}/content/application~1json/schema${part}`;
  return problemsOf(answers, schema, JSON.parse(body.toString())).map((problem) => `${status}: ${problem}`);
}

/** The document describes the newest version; the older ones are held to api-versions.shapes.ts. */
function isOfOlderVersion(res: ServerResponse): boolean {
  const version = res.getHeader('Omise-Version');
  return version !== undefined && version !== NEWEST_VERSION;
}

const compiled = new Map<string, ValidateFunction>();

function problemsOf(ajv: Ajv2020, schema: string, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile({ $ref: schema });
  compiled.set(schema, validate);
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .filter((error) => !isFormBoolean(error))
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

/** Some clients write a boolean as 1 or 0 in a form (docs/fidelity.md H10), which Ajv does not read. */
function isFormBoolean({ keyword, schema, data }: ErrorObject): boolean {
  return keyword === 'type' && schema === 'boolean' && (data === '1' || data === '0');
}

/** Forms may say 1 and 0 for true and false (docs/fidelity.md H10), which a schema takes as numbers only. */
const FORM_BITS = new Map<unknown, number>([
  ['1', 1],
  ['0', 0],
]);

/** A copy without what is empty: text, null, objects. */
function withoutBlanks(value: unknown): unknown {
  if (FORM_BITS.has(value)) return FORM_BITS.get(value);
  if (Array.isArray(value)) return value.map(withoutBlanks);
  if (typeof value !== 'object' || value === null) return value === '' || value === null ? undefined : value;
  const fields = Object.entries(value).flatMap(([name, child]) => {
    const kept = withoutBlanks(child);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function escaped(template: string): string {
  return encodeURIComponent(template.replaceAll('~', '~0').replaceAll('/', '~1'));
}
