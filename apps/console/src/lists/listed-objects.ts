import { answerOf, api, type Schemas } from '../api/client';
import type { LISTS, ListColumns } from '../api/generated/kinds';
import type { Listing } from './list-page';

type ListedObject = Schemas['ListedObject'];
type Kind = keyof typeof LISTS;

/** An object of a list: what all have, and the columns of its kind. */
export type Listed<K extends Kind> = Pick<ListedObject, 'id' | 'livemode' | 'status' | 'at'> &
  Required<Pick<ListedObject, ListColumns[K]>>;

export interface ListPage<K extends Kind> {
  readonly data: readonly Listed<K>[];
  readonly next: string | null;
  readonly previous: string | null;
}

/** A page of the objects of a kind. */
export async function findObjects<K extends Kind>(
  name: string,
  kind: K,
  query: object,
): Promise<ListPage<K>> {
  const path = { name, kind };
  const page = await answerOf(api.GET('/api/sandboxes/{name}/objects/{kind}', { params: { path, query } }));
  return page as typeof page & ListPage<K>;
}

/** The list of the objects of a kind. */
export function listingOf<K extends Kind>(name: string, kind: K): Pick<Listing<Listed<K>>, 'of' | 'read'> {
  return { of: ['objects', kind], read: (asked) => findObjects(name, kind, asked) };
}
