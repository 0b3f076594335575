import { isApiObject, type ApiObject } from '../../versions/rules/difference.js';

/** Fields with ids that `expand=true` replaces by objects, and the kind of each (docs/fidelity.md V16). */
const EXPANDABLE: Readonly<Record<string, Readonly<Record<string, ExpandedKind>>>> = {
  charge: {
    customer: 'customer',
    link: 'link',
    linked_account: 'linked_account',
    schedule: 'schedule',
    transaction: 'transaction',
  },
  refund: { charge: 'charge', transaction: 'transaction' },
  customer: { default_card: 'card' },
  dispute: { charge: 'charge' },
  transfer: { recipient: 'recipient', schedule: 'schedule' },
};

/** Kinds of object whose `data` contains objects. */
const LISTS: ReadonlySet<string> = new Set(['list', 'search']);

export type ExpandedKind =
  | 'card'
  | 'charge'
  | 'customer'
  | 'link'
  | 'linked_account'
  | 'recipient'
  | 'schedule'
  | 'transaction';

/**
 * The ids to look up for an answer: those of the object itself, or of each object of a list, and no deeper.
 */
export function idsToExpand(body: unknown): ReadonlyMap<ExpandedKind, ReadonlySet<string>> {
  const ids = new Map<ExpandedKind, Set<string>>();
  for (const { kind, id } of objectsOf(body).flatMap(referencesIn))
    ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
  return ids;
}

/** Replaces ids by their objects. An id that was not found stays. */
export function expanded<T>(body: T, found: ReadonlyMap<string, unknown>): T {
  if (!isApiObject(body)) return body;
  const data = body['data'];
  const isList = LISTS.has(body.object) && Array.isArray(data);
  return (
    isList
      ? { ...body, data: data.map((item: unknown) => expandedObject(item, found)) }
      : expandedObject(body, found)
  ) as T;
}

function expandedObject(view: unknown, found: ReadonlyMap<string, unknown>): unknown {
  if (!isApiObject(view)) return view;
  return {
    ...view,
    ...Object.fromEntries(referencesIn(view).map(({ field, id }) => [field, found.get(id) ?? id])),
  };
}

function objectsOf(body: unknown): ApiObject[] {
  if (!isApiObject(body)) return [];
  return LISTS.has(body.object) && Array.isArray(body['data']) ? body['data'].filter(isApiObject) : [body];
}

function referencesIn(view: ApiObject): { field: string; kind: ExpandedKind; id: string }[] {
  return Object.entries(EXPANDABLE[view.object] ?? {}).flatMap(([field, kind]) => {
    const id = view[field];
    return typeof id === 'string' ? [{ field, kind, id }] : [];
  });
}
