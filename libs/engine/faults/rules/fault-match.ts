import type { JsonValue, Metadata } from '#kernel/metadata.js';
import type { FaultMatch } from './fault.js';

/** An object that a call is about, as far as a fault may ask for it. */
export interface CallSubject {
  readonly sourceType?: string | null | undefined;
  readonly amount?: number | undefined;
  readonly metadata?: Metadata | undefined;
}

/** A request, a payment or a webhook that a fault may match. */
export interface Call {
  /** As in {@link FaultMatch.route}; requests only. */
  readonly route?: string;
  readonly method?: string;
  readonly key?: string;
  /** Ids of all objects of the call. */
  readonly objects: readonly string[];
  /** The call's own parameters, and the objects that they or the path name. */
  readonly subjects: readonly CallSubject[];
}

/** Amount, metadata and type may match different objects of the call. */
export function matches(match: FaultMatch, call: Call): boolean {
  const { route, method, key, object, source_type: sourceType, amount, metadata } = match;
  return (
    (route === undefined || route === call.route) &&
    (method === undefined || method === call.method) &&
    (key === undefined || key === call.key) &&
    (object === undefined || call.objects.includes(object)) &&
    (sourceType === undefined || call.subjects.some((subject) => subject.sourceType === sourceType)) &&
    (amount === undefined || call.subjects.some((subject) => subject.amount === amount)) &&
    (metadata === undefined || call.subjects.some((subject) => hasAll(subject.metadata, metadata)))
  );
}

/** True if matching needs the objects named in the path. */
export function asksForSubjects({ source_type: sourceType, amount, metadata }: FaultMatch): boolean {
  return sourceType !== undefined || amount !== undefined || metadata !== undefined;
}

/** A route without the names of its ids, for comparison. */
export function routeTemplate(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{[^/}]*\}|:[^/]+/g, '{}')}`;
}

/** Forms send texts, and JSON numbers: `1042` is `"1042"`. */
function hasAll(metadata: Metadata | undefined, filter: Metadata): boolean {
  return (
    metadata !== undefined &&
    Object.entries(filter).every(
      ([name, value]) => Object.hasOwn(metadata, name) && isSame(metadata[name], value),
    )
  );
}

function isSame(a: JsonValue | undefined, b: JsonValue): boolean {
  return textOf(a) === textOf(b);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
