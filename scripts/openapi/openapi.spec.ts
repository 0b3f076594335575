import ts from 'typescript';
import { Document } from './document.mjs';
import { routesOf } from './routes.mjs';
import { Schemas } from './schemas.mjs';
import type { Schema } from './types.d.ts';

/** Definitions for every document, and the decorators that the generator knows. */
const SURROUNDINGS = {
  'libs/kernel/errors.ts': `export interface ErrorBody {
    object: 'error';
    /** @example "not_found" */
    code: string;
  }`,
  'event.view.ts': `export interface EventView { object: 'event' }`,
  'decorators.ts': `export declare const Controller: any, Keys: any, NoKey: any, Get: any, Post: any, Body: any, Text: any, QueryParams: any;`,
};

const ERRORS = {
  bad_request: [400, 'it is wrong'],
  used_token: [400, 'it was used'],
  authentication_failure: [401, 'who is this?'],
  not_found: [404, 'it is not there'],
  service_not_found: [404, 'it is not there'],
  internal_error: [500, 'it broke'],
  service_unavailable: [503, 'later'],
} as const;

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name?: string; readonly $ref?: string }[];
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content: Readonly<Record<string, { readonly example: unknown }>>;
      }
    >
  >;
}

interface Made {
  readonly operation: (path: string, verb?: string) => Operation;
  readonly schemas: Record<string, Schema>;
}

/** The document of a controller, whose file is this text, and the views and parameters in another. */
function documentOf(controller: string, shapes = VIEW): Made {
  const events = `/** Events. */
    @Controller('events') @NoKey()
    class EventsController {
      /** Lists events. */
      @Get() list(): Promise<EventView> { throw 0 }
    }`;
  const imports = `import type { EventView } from './event.view.js';
    import { Controller, Keys, NoKey, Get, Post, Body, QueryParams } from './decorators.js';
    import type * as shapes from './shop.view.js';
    import type * as bodies from './shop.dto.js';`;
  const files: Record<string, string> = {
    ...SURROUNDINGS,
    'shop.view.ts': shapes,
    'shop.dto.ts': BODIES,
    'shop.controller.ts': `${imports}${events}${controller}`,
  };
  const program = programOf(files);
  const checker = program.getTypeChecker();
  const schemas = new Schemas(checker);
  const errors = checker.getSymbolAtLocation(program.getSourceFile('/libs/kernel/errors.ts')!)!;
  schemas.of(checker.getDeclaredTypeOfSymbol(checker.getExportsOfModule(errors)[0]!));
  const made = new Document('api', schemas, ERRORS, ['2019-05-29'], {}).make(
    routesOf([program.getSourceFile('/shop.controller.ts')!], checker),
  );
  const paths = made.paths as unknown as Record<string, Record<string, Operation>>;
  return { operation: (path, verb = 'get') => paths[path]![verb]!, schemas: made.components.schemas };
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  types: [],
};
const host = ts.createCompilerHost(OPTIONS);
/** TypeScript's own, which take longest to read. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** A program of files that are not there, but for TypeScript's own. */
function programOf(files: Record<string, string>): ts.Program {
  const own = (name: string): string | undefined => files[name.slice(1)];
  const library = (name: string): ts.SourceFile | undefined => {
    if (!libraries.has(name)) libraries.set(name, host.getSourceFile(name, ts.ScriptTarget.ES2023));
    return libraries.get(name);
  };
  return ts.createProgram(
    Object.keys(files).map((name) => `/${name}`),
    OPTIONS,
    {
      ...host,
      getCurrentDirectory: () => '/',
      fileExists: (name) => own(name) !== undefined,
      getSourceFile: (name, version) => {
        const text = own(name);
        return text === undefined ? library(name) : ts.createSourceFile(name, text, version, true);
      },
    },
  );
}

const VIEW = `/** Something to buy. */
export interface ThingView {
  object: 'thing';
  /** @example 100 */
  price: number;
  /**
   * The buyer of the thing.
   * @expands BuyerView
   * @example "cust_1"
   */
  buyer: string | null;
}
export interface BuyerView { object: 'buyer' }`;

const BODIES = `import { Text } from './decorators.js';
export class BuyDto {
  /** @required */
  price?: number;
  @Text(12)
  note?: string;
}`;

/** A controller of one route. */
function route(comment: string, method: string, keys = `@Keys('secret')`): string {
  return `
    /** Things to buy. */
    @Controller('things') ${keys}
    class ThingsController {
      ${comment}
      ${method}
    }`;
}

const FIND = `@Get(':id') find(): Promise<shapes.ThingView> { throw 0 }`;

describe('a route', () => {
  it('has its doc comment, its decorators and its types', () => {
    const { operation } = documentOf(route('/** Shows a thing. Only its buyer may see it. */', FIND));
    const { summary, description, security, responses } = operation('/things/{id}');
    expect({ summary, description, security }).toEqual({
      summary: 'Shows a thing',
      description: 'Shows a thing. Only its buyer may see it.',
      security: [{ secretKey: [] }],
    });
    expect(responses['200']?.content['application/json']?.example).toEqual({
      object: 'thing',
      price: 100,
      buyer: 'cust_1',
    });
  });

  it('has the errors of @throws and those of every route', () => {
    const { operation } = documentOf(
      route('/**\n * Shows a thing.\n * @throws used_token, not_found\n */', FIND),
    );
    const { responses } = operation('/things/{id}');
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '404', '500', '503', 'default']);
    expect(responses['400']?.description).toBe('Error: used_token, bad_request.');
    expect(responses['404']?.description).toBe('Error: not_found, service_not_found.');
  });

  it('can have its own query parameters and other media types than JSON by tags', () => {
    const comment = `/**
 * Leads to a thing.
 * @query colour Which one.
 * @query size { "required": true, "schema": { "type": "integer" } } How large.
 * @answers 303
 */`;
    const { parameters, responses } = documentOf(route(comment, FIND, '@NoKey()')).operation('/things/{id}');
    expect(parameters).toContainEqual({
      name: 'colour',
      in: 'query',
      description: 'Which one.',
      schema: { type: 'string' },
    });
    const size = {
      name: 'size',
      in: 'query',
      description: 'How large.',
      required: true,
      schema: { type: 'integer' },
    };
    expect(parameters).toContainEqual(size);
    expect(responses['303']).toMatchObject({ headers: { Location: {} } });
    expect(responses['200']).toBeUndefined();
  });

  it('can have several paths', () => {
    const { operation } = documentOf(
      route('/** Shows a thing. */', `@Get(['first', 'second']) find(): shapes.ThingView { throw 0 }`),
    );
    expect(['first', 'second'].map((path) => operation(`/things/${path}`).summary)).toEqual([
      'Shows a thing',
      'Shows a thing',
    ]);
  });

  it('accepts its parameters', () => {
    const { operation, schemas } = documentOf(
      route(
        '/** Buys a thing. */',
        `@Post() buy(@Body() body: bodies.BuyDto): Promise<shapes.ThingView> { throw 0 }`,
      ),
    );
    expect(operation('/things', 'post').requestBody?.required).toBe(true);
    expect(schemas['Buy']).toMatchObject({
      required: ['price'],
      properties: { price: { type: 'integer' }, note: { maxLength: 12 } },
    });
  });

  it.each([
    ['no doc comment', route('', FIND), 'Things.find needs a doc comment'],
    ['no key', route('/** Shows a thing. */', FIND, ''), 'find of ThingsController opens for nobody'],
    [
      'an error that there is not',
      route('/**\n * Shows a thing.\n * @throws used_tokens\n */', FIND),
      'there is no error used_tokens',
    ],
    [
      'a query without a text',
      route('/**\n * Shows a thing.\n * @query colour\n */', FIND),
      '@query colour: a name and a text are needed',
    ],
  ])('stops the generator when it has %s', (_, controller, message) => {
    expect(() => documentOf(controller)).toThrow(message);
  });
});

describe('a field of a response', () => {
  const find = route('/** Shows a thing. */', FIND);
  const view = (field: string): string => `export interface ThingView {
    object: 'thing';
    ${field};
  }`;

  it('has its description, its example, and its expanded object', () => {
    const { properties } = documentOf(find).schemas['Thing'] ?? {};
    expect(properties?.['price']).toEqual({ type: 'integer', examples: [100] });
    expect(properties?.['buyer']).toEqual({
      description: 'The buyer of the thing.',
      anyOf: [{ type: 'string' }, { type: 'null' }, { $ref: '#/components/schemas/Buyer' }],
      examples: ['cust_1'],
    });
  });

  it('may be missing from events of earlier releases, and the object still has no others', () => {
    const { required, additionalProperties, properties } =
      documentOf(find, view('/** @later */ added: null')).schemas['Thing'] ?? {};
    expect([required, additionalProperties]).toEqual([['object'], false]);
    expect(properties).toHaveProperty('added');
  });

  it.each<[string, string, Schema]>([
    [
      'a choice of texts',
      `state: 'new' | 'old' | null`,
      { type: ['string', 'null'], enum: ['new', 'old', null] },
    ],
    ['a flag', 'isNew: boolean', { type: 'boolean' }],
    [
      'a list',
      '/** @example [1] */ sizes: number[]',
      { type: 'array', items: { type: 'integer' }, examples: [[1]] },
    ],
    [
      'what @schema says',
      '/** @schema { "type": "string", "pattern": "^a" }\n * @example "ab" */ at: string',
      { type: 'string', pattern: '^a', examples: ['ab'] },
    ],
    [
      'the kinds of @anyOf',
      '/** @anyOf ThingView BuyerView\n * @example null */ data: object | null',
      {
        anyOf: [{ $ref: '#/components/schemas/Thing' }, { $ref: '#/components/schemas/Buyer' }],
        examples: [null],
      },
    ],
  ])('is %s', (_, field, schema) => {
    const name = /(\w+): [^:]*$/.exec(field)?.[1] ?? '';
    expect(documentOf(find, view(field)).schemas['Thing']?.properties?.[name]).toEqual(schema);
  });

  it.each([
    ['has no example', 'price: number', 'needs an @example'],
    [
      'has an example that is no JSON',
      `/** @example 'one' */ price: string`,
      `@example of price is not JSON: 'one'`,
    ],
    ['may be missing', 'price?: true', 'ThingView.price may be missing; an answer has null instead'],
  ])('stops the generator when it %s', (_, field, message) => {
    expect(() => documentOf(find, view(field))).toThrow(message);
  });
});
