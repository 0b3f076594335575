import { answerOf, api, type Schemas } from '../api/client';
import type { LISTS, ListColumns } from '../api/generated/kinds';
import { usePlace } from '../ui/place';
import type { FilterQuery } from './filter-model';
import { useFilteredList } from './filtered-list';
import type { LongList } from './long-list';

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

/** The objects of a kind that have all the words and pass the filters. */
export function useListedObjects<K extends Kind>(
  kind: K,
  words: string,
  query: FilterQuery,
): LongList<Listed<K>> {
  const { name, mode } = usePlace();
  const asked = { ...query, ...(words && { search: words }), livemode: String(mode === 'live') };
  return useFilteredList<Listed<K>>(['objects', name, mode, kind], asked, (page) =>
    findObjects(name, kind, page),
  );
}
