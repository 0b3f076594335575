import { CONTROL_DOCUMENT, DOCUMENT, type Host } from '../../contract/contract.js';
import type { Gateway } from '../../../apps/tollgate/test/harness.js';
import { routesOf } from '../../../apps/tollgate/test/routes.js';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
}

/** A route as it is aimed at. */
export interface Target {
  readonly host: Host;
  readonly method: string;
  /** With the names of its parameters: `/charges/:id`. */
  readonly pattern: string;
  readonly query: Schema;
  readonly body: Schema;
  readonly takesFile: boolean;
  readonly key: KeyChoice;
}

export type KeyChoice = 'secret' | 'public' | 'none';

interface Operation {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

type Components = Readonly<Record<string, Readonly<Record<string, object>>>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly $ref?: string;
}

/** Every route of every host, from its router, with parameters from the OpenAPI document. */
export function targetsOf({ tollgate: { api, vault, pay } }: Gateway): Target[] {
  return Object.entries({ api, vault, pay }).flatMap(([host, app]) =>
    routesOf(app).map((route) => {
      const [method = '', pattern = ''] = route.split(' ');
      return { host: host as Host, method, pattern, ...factsOf(DOCUMENT, method, pattern) };
    }),
  );
}

/** Excluded: the console's page, the deletion of the key's sandbox, and the endless stream. */
const ASIDE = ['GET /', 'DELETE /api/sandboxes/:name', 'GET /api/sandboxes/:name/timeline/stream'];

/**
 * The routes of the control host, but for those that are left aside. What is sent nowhere but to addresses
 * that a request names is sent to none: those parameters are left out.
 */
export function controlTargetsOf({ tollgate: { control } }: Gateway): Target[] {
  return routesOf(control).flatMap((route): Target[] => {
    const [method = '', pattern = ''] = route.split(' ');
    const { query, body } = factsOf(CONTROL_DOCUMENT, method, pattern);
    const kept = Object.entries(body.properties ?? {}).filter(([name]) => !ADDRESSES.includes(name));
    const target = {
      host: 'control',
      method,
      pattern,
      query,
      body: { ...body, properties: Object.fromEntries(kept) },
    } as const;
    return ASIDE.includes(route)
      ? []
      : [{ ...target, takesFile: false, key: pattern.startsWith('/api/') ? 'secret' : 'none' }];
  });
}

const ADDRESSES = ['to', 'webhook_uri', 'receiver', 'probe', 'checkout'];

function factsOf(
  document: typeof DOCUMENT,
  method: string,
  pattern: string,
): Pick<Target, 'query' | 'body' | 'takesFile' | 'key'> {
  const operations = document.paths[pattern.replaceAll(/:(\w+)/g, '{$1}')] as
    | Readonly<Record<string, Operation>>
    | undefined;
  const { security = [], parameters = [], requestBody } = operations?.[method.toLowerCase()] ?? {};
  const named = parameters
    .map((parameter) => resolved(parameter) as Parameter)
    .filter((parameter) => parameter.in === 'query');
  const content = requestBody?.content ?? {};
  return {
    query: { properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])) },
    body: resolvedSchema(content['application/x-www-form-urlencoded']?.schema ?? {}),
    takesFile: 'multipart/form-data' in content,
    key: security.some((key) => 'secretKey' in key)
      ? 'secret'
      : security.some((key) => 'publicKey' in key)
        ? 'public'
        : 'none',
  };
}

/** The schema itself, where this one only names it. */
export function resolvedSchema(schema: Schema): Schema {
  return resolved(schema);
}

function resolved(part: { readonly $ref?: string }): object {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(part.$ref ?? '') ?? [];
  const [api, control] = [DOCUMENT, CONTROL_DOCUMENT].map(({ components }) => components as Components);
  return api?.[kind]?.[name] ?? control?.[kind]?.[name] ?? part;
}
