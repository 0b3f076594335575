import { isApiObject, type ApiObject } from '../../versions/rules/difference.js';

/**
 * Fields with ids that `expand=true` replaces by objects (docs/fidelity.md V16), by kind of object, each with
 * the kind that its id refers to.
 */
export type Expandable<Kind> = Readonly<Record<string, Readonly<Record<string, Kind>>>>;

/** Kinds of object whose `data` contains objects. */
const LISTS: ReadonlySet<string> = new Set(['list', 'search']);

/**
 * The ids to look up for an answer: those of the object itself, or of each object of a list, and no deeper.
 */
export function idsToExpand<Kind>(
  body: unknown,
  fields: Expandable<Kind>,
): ReadonlyMap<Kind, ReadonlySet<string>> {
  const ids = new Map<Kind, Set<string>>();
  for (const { kind, id } of objectsOf(body).flatMap((view) => referencesIn(view, fields)))
    ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
  return ids;
}

/** Replaces ids by their objects. An id that was not found stays. */
export function expanded<T>(body: T, fields: Expandable<unknown>, found: ReadonlyMap<string, unknown>): T {
  if (!isApiObject(body)) return body;
  const data = body['data'];
  const isList = LISTS.has(body.object) && Array.isArray(data);
  return (
    isList
      ? { ...body, data: data.map((item: unknown) => expandedObject(item, fields, found)) }
      : expandedObject(body, fields, found)
  ) as T;
}

function expandedObject(
  view: unknown,
  fields: Expandable<unknown>,
  found: ReadonlyMap<string, unknown>,
): unknown {
  if (!isApiObject(view)) return view;
  return {
    ...view,
    ...Object.fromEntries(referencesIn(view, fields).map(({ field, id }) => [field, found.get(id) ?? id])),
  };
}

function objectsOf(body: unknown): ApiObject[] {
  if (!isApiObject(body)) return [];
  return LISTS.has(body.object) && Array.isArray(body['data']) ? body['data'].filter(isApiObject) : [body];
}

function referencesIn<Kind>(
  view: ApiObject,
  fields: Expandable<Kind>,
): { field: string; kind: Kind; id: string }[] {
  return Object.entries(fields[view.object] ?? {}).flatMap(([field, kind]) => {
    const id = view[field];
    return typeof id === 'string' ? [{ field, kind, id }] : [];
  });
}
