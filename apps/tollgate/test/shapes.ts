/**
 * Words to say what an object of the API looks like: its fields in their order, and of each its type and the
 * values it takes. `differences` holds an answer to that; `Sightings` remember which of the values were ever
 * seen.
 */
export type Shape = { readonly never?: Exceptions; readonly added?: string; readonly sometimes?: true } & (
  | { readonly kind: 'text'; readonly pattern: RegExp }
  | { readonly kind: 'integer' | 'number' | 'flag' | 'free' }
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'nullable' | 'many' | 'json'; readonly of: Shape }
  | { readonly kind: 'expandable'; readonly id: Shape; readonly resource: string }
  | { readonly kind: 'resource'; readonly names: readonly string[] }
  | { readonly kind: 'object'; readonly fields: Fields }
);

/** The values of a field that do not occur here, each with the reason. */
export type Exceptions = Readonly<Record<string, string>>;

/** The fields of an object, in their order. */
export type Fields = Readonly<Record<string, Shape>>;

/** Resources by name, for `resource` and `expandable`. */
export type Resources = Readonly<Record<string, Shape>>;

export const text = (pattern = /^/): Shape => ({ kind: 'text', pattern });
/** A number without decimals, as money is. */
export const integer: Shape = { kind: 'integer' };
export const number: Shape = { kind: 'number' };
export const flag: Shape = { kind: 'flag' };
/** Whatever the merchant put there: the fields of metadata. */
export const free: Shape = { kind: 'free' };
export const constant = (value: string | number | boolean | null): Shape => ({ kind: 'constant', value });
export const choice = (...values: readonly string[]): Shape => ({ kind: 'choice', values });
export const nullable = (of: Shape): Shape => ({ kind: 'nullable', of });
export const many = (of: Shape): Shape => ({ kind: 'many', of });
/** A text that is JSON. */
export const json = (of: Shape): Shape => ({ kind: 'json', of });
/** The id of an object, or with `expand=true` the object. */
export const expandable = (id: Shape, resource: string): Shape => ({ kind: 'expandable', id, resource });
/** A whole object of one of these kinds. */
export const resource = (...names: readonly string[]): Shape => ({ kind: 'resource', names });
export const object = (fields: Fields): Shape => ({ kind: 'object', fields });

/**
 * A field without some of its values here: `null` or `set`, `empty` or `filled`, `true` or `false`, or those
 * of a choice.
 */
export const except = (shape: Shape, never: Exceptions): Shape => ({ ...shape, never });
/** A field that is answered here and was not recorded. */
export const added = (shape: Shape, because: string): Shape => ({ ...shape, added: because });

/** A field that not every such object has. */
export const sometimes = (shape: Shape): Shape => ({ ...shape, sometimes: true });

/**
 * Some fields of an object, in this order, to reuse in several shapes. `others` replaces fields or adds new
 * ones.
 */
export function fieldsOf(shape: Shape, names: readonly string[], others: Fields = {}): Fields {
  const known = shape.kind === 'object' ? shape.fields : {};
  return Object.fromEntries(
    names.map((name) => {
      const field = others[name] ?? known[name];
      if (!field) throw new Error(`Nobody says what ${name} is`);
      return [name, field];
    }),
  );
}

/** Seen values of fields, by path. */
export class Sightings {
  private readonly seen = new Map<string, Set<string>>();

  add(path: string, value: string): void {
    this.seen.set(path, (this.seen.get(path) ?? new Set()).add(value));
  }

  /** Values of a resource that were never seen without a reason, or seen despite one. */
  shortcomings(name: string, shape: Shape): string[] {
    return [...expectations(shape, name)].flatMap(([path, { values, never }]) => {
      const seen = this.seen.get(path) ?? new Set();
      const missing = values
        .filter((value) => !seen.has(value) && !(value in never))
        .map((value) => `${path} was never ${value}`);
      const surprising = Object.keys(never).filter((value) => seen.has(value));
      return [...missing, ...surprising.map((value) => `${path} was ${value}, although ${never[value]}`)];
    });
  }
}

/** Every reason for a difference to the recordings. */
export function reasonsIn(shape: Shape): string[] {
  const own = [...Object.values(shape.never ?? {}), ...(shape.added === undefined ? [] : [shape.added])];
  const parts =
    shape.kind === 'object' ? Object.values(shape.fields) : partsOf(shape).map(([, part]) => part);
  return [...own, ...parts.flatMap(reasonsIn)];
}

/** The names of all fields that a resource can have. */
export function fieldNamesIn(shape: Shape): string[] {
  return partsOf(shape).flatMap(([name, part]) => [...(name === '' ? [] : [name]), ...fieldNamesIn(part)]);
}

interface Context {
  readonly resources: Resources;
  readonly sightings?: Sightings;
}

/** Differences between a value and its shape: fields, their order, types, and values. */
export function differences(
  value: unknown,
  shape: Shape,
  path: string,
  context: Context = { resources: {} },
): string[] {
  const sight = sightOf(value, shape);
  if (sight !== undefined) context.sightings?.add(path, sight);
  const inside = (part: unknown, of: Shape, name = path): string[] => differences(part, of, name, context);
  switch (shape.kind) {
    case 'free':
      return isObject(value) ? [] : [`${path} is ${show(value)}, not an object`];
    case 'nullable':
      return value === null ? [] : inside(value, shape.of);
    case 'many':
      return Array.isArray(value)
        ? value.flatMap((item) => inside(item, shape.of))
        : [`${path} is ${show(value)}, not an array`];
    case 'json':
      return typeof value === 'string'
        ? inside(JSON.parse(value), shape.of)
        : [`${path} is ${show(value)}, not JSON`];
    case 'expandable':
      return isObject(value)
        ? resourceDifferences(value, [shape.resource], path, context)
        : inside(value, shape.id);
    case 'resource':
      return resourceDifferences(value, shape.names, path, context);
    case 'object':
      return objectDifferences(value, shape.fields, path, context);
    case 'text':
    case 'integer':
    case 'number':
    case 'flag':
    case 'constant':
    case 'choice':
      return fits(value, shape) ? [] : [`${path} is ${show(value)}, not ${expected(shape)}`];
  }
}

type Plain = Extract<
  Shape,
  { kind: 'text' | 'integer' | 'number' | 'flag' | 'constant' | 'choice' | 'free' }
>;

function fits(value: unknown, shape: Plain): boolean {
  if (shape.kind === 'text') return typeof value === 'string' && shape.pattern.test(value);
  if (shape.kind === 'choice') return typeof value === 'string' && shape.values.includes(value);
  if (shape.kind === 'integer') return Number.isSafeInteger(value);
  if (shape.kind === 'number') return typeof value === 'number';
  return shape.kind === 'constant' ? value === shape.value : typeof value === 'boolean';
}

function expected(shape: Plain): string {
  if (shape.kind === 'text') return `text that fits ${shape.pattern.source}`;
  if (shape.kind === 'choice') return `one of ${shape.values.join(', ')}`;
  return shape.kind === 'constant' ? show(shape.value) : shape.kind;
}

function resourceDifferences(
  value: unknown,
  names: readonly string[],
  path: string,
  context: Context,
): string[] {
  const kind = isObject(value) ? String(value['object']) : '';
  const name = names.find((candidate) => candidate === kind || candidate.endsWith(` ${kind}`));
  const shape = name === undefined ? undefined : context.resources[name];
  if (name === undefined || !shape) return [`${path} is ${show(value)}, not a ${names.join(' or ')}`];
  return differences(value, shape, name, context).map((difference) =>
    path === name ? difference : `in ${path}: ${difference}`,
  );
}

function objectDifferences(value: unknown, fields: Fields, path: string, context: Context): string[] {
  if (!isObject(value)) return [`${path} is ${show(value)}, not an object`];
  const shapes = Object.entries(fields).flatMap(([name, shape]) =>
    shape.sometimes && !Object.hasOwn(value, name) ? [] : [[name, shape] as const],
  );
  const [actual, recorded] = [Object.keys(value), shapes.map(([name]) => name)];
  const surplus = actual
    .filter((name) => !recorded.includes(name))
    .map((name) => `${path}.${name} was not recorded`);
  const missing = recorded
    .filter((name) => !actual.includes(name))
    .map((name) => `${path}.${name} is missing`);
  if (surplus.length + missing.length > 0) return [...surplus, ...missing];
  const misplaced = recorded.findIndex((name, index) => actual[index] !== name);
  const order =
    misplaced < 0 ? [] : [`${path}.${actual[misplaced]} stands where ${recorded[misplaced]} was recorded`];
  return [
    ...order,
    ...shapes.flatMap(([name, shape]) => differences(value[name], shape, `${path}.${name}`, context)),
  ];
}

/** The observed variant of a field with several values. */
function sightOf(value: unknown, shape: Shape): string | undefined {
  if (shape.kind === 'nullable') return value === null ? 'null' : 'set';
  if (shape.kind === 'many') return Array.isArray(value) && value.length > 0 ? 'filled' : 'empty';
  if (shape.kind === 'expandable') return isObject(value) ? 'expanded' : 'an id';
  if (shape.kind === 'flag' || shape.kind === 'choice') return String(value);
  return undefined;
}

interface Expectation {
  readonly values: readonly string[];
  readonly never: Exceptions;
}

function* expectations(shape: Shape, path: string): Generator<[string, Expectation]> {
  yield [path, { values: valuesOf(shape), never: shape.never ?? {} }];
  for (const [name, part] of partsOf(shape))
    yield* expectations(part, name === '' ? path : `${path}.${name}`);
}

function valuesOf(shape: Shape): readonly string[] {
  if (shape.kind === 'nullable') return ['null', 'set'];
  if (shape.kind === 'many') return ['empty', 'filled'];
  if (shape.kind === 'expandable') return ['an id', 'expanded'];
  if (shape.kind === 'flag') return ['true', 'false'];
  return shape.kind === 'choice' ? shape.values : [];
}

/** Parts of a shape, without absent ones and other resources. */
function partsOf(shape: Shape): [name: string, part: Shape][] {
  const isEmpty = 'set' in (shape.never ?? {}) || 'filled' in (shape.never ?? {});
  if (shape.kind === 'nullable' || shape.kind === 'many') return isEmpty ? [] : [['', shape.of]];
  if (shape.kind !== 'object') return [];
  return Object.entries(shape.fields);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 80);
}
