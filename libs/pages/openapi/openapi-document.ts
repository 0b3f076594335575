/** A JSON Schema, as far as documents of `npm run generate` have it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly default?: unknown;
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: { readonly message?: string } }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Names of security schemes, of which one suffices. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>
  >;
  readonly 'x-tollgate-command'?: string;
}

interface Server {
  readonly url: string;
}

const METHODS = ['post', 'get', 'put', 'patch', 'delete'] as const;

type PathItem = Readonly<Partial<Record<(typeof METHODS)[number], Operation>>> & {
  readonly servers?: readonly Server[];
};

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly [Server];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
  };
}

/** An operation with its place: `POST` `http://127.0.0.1:7400` `/charges`. */
export interface Call extends Operation {
  readonly method: string;
  /** Undefined for webhooks, which go to a URL of the merchant. */
  readonly server: string | undefined;
  readonly path: string;
}

/** The operations in the order of the document, then the webhooks. */
export function callsOf({ servers, paths, webhooks = {} }: OpenApiDocument): Call[] {
  return [
    ...Object.entries(paths).flatMap(([path, item]) =>
      callsAt(path, item, item.servers?.[0]?.url ?? servers[0].url),
    ),
    ...Object.values(webhooks).flatMap((item) => callsAt('your webhook URL', item, undefined)),
  ];
}

function callsAt(path: string, item: PathItem, server: string | undefined): Call[] {
  return METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ ...operation, method: method.toUpperCase(), server, path }] : [];
  });
}

/** The last part of a reference: `Charge` of `#/components/schemas/Charge`. */
export function referredName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
