import { useCallback } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { usePlace } from '../app/place';
import { isId, keyed, passes, splitFilters, type Filter } from './filters';
import { useLongList, type LongList } from './long-list';

export type FoundObject = Schemas['FoundObject'];

const LIMIT = 100;

/** The objects of a kind. The control host searches all of them for words and a status; other filters apply to what has been read. */
export function useFoundObjects(
  kind: string,
  filters: readonly Filter[],
): { readonly list: LongList<FoundObject>; readonly shown: readonly FoundObject[] } {
  const { name, mode } = usePlace();
  const words = filters.filter((filter) => !filter.isExcluded && (filter.key === undefined || isId(filter)));
  const { query, rest } = splitFilters(
    filters.filter((filter) => !words.includes(filter)),
    { status: keyed('status') },
  );
  const { status } = query;
  const search = words.map(({ value }) => value).join(' ');
  const read = useCallback(
    (before: string) => {
      const asked = { before, limit: LIMIT, livemode: String(mode === 'live'), ...(search && { search }), ...(status && { status }) };
      return answerOf(api.GET('/api/sandboxes/{name}/objects/{kind}', { params: { path: { name, kind }, query: asked } }));
    },
    [name, mode, kind, search, status],
  );
  const list = useLongList(['objects', name, mode, kind], [search, status], read);
  return { list, shown: rest.length === 0 ? list.items : list.items.filter((one) => passes(one, rest)) };
}
