import { answerOf, api, type Schemas } from '../api/client';
import { usePlace } from '../ui/place';
import type { FilterQuery } from './filter-model';
import { useFilteredList } from './filtered-list';
import type { LongList } from './long-list';

export type FoundObject = Schemas['FoundObject'];

/** The objects of a kind that have all the words and pass the filters. */
export function useFoundObjects(kind: string, words: string, query: FilterQuery): LongList<FoundObject> {
  const { name, mode } = usePlace();
  const asked = { ...query, ...(words && { search: words }), livemode: String(mode === 'live') };
  return useFilteredList<FoundObject>(['objects', name, mode, kind], asked, (page) =>
    answerOf(
      api.GET('/api/sandboxes/{name}/objects/{kind}', { params: { path: { name, kind }, query: page } }),
    ),
  );
}
