import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import { usePlace } from '../../ui/place';
import type { Entry } from '../timeline/entries';
import { isReplay } from './replayed';

/** The most entries of a page of the timeline. */
const PAGE = 100;

/** The URLs that received webhooks of an object, the latest first. */
export function useReceivers(id: string): UseQueryResult<readonly string[]> {
  const { name } = usePlace();
  return useQuery({
    queryKey: ['timeline', name, 'receivers', id],
    queryFn: async () => {
      const { data } = await pageOf(name, id, { before: 'end' });
      const sent = data.filter((entry) => !isReplay(entry)).toReversed();
      return [...new Set(sent.map(({ details }) => (details as { readonly uri: string }).uri))];
    },
  });
}

/** The cursor of the end of the timeline. */
export async function endOfTimeline(name: string, id: string): Promise<string> {
  return (await pageOf(name, id, { before: 'end' })).next;
}

/** The attempts of replays after a cursor, in the order of sending. */
export async function replayedSince(name: string, id: string, start: string): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let after = start; ;) {
    const { data, next } = await pageOf(name, id, { after });
    if (data.length === 0) break;
    found.push(...data.filter(isReplay));
    after = next;
  }
  return found.toSorted((one, other) => Date.parse(one.machine_at) - Date.parse(other.machine_at));
}

function pageOf(name: string, id: string, cursor: { readonly before: string } | { readonly after: string }) {
  const query = { object: id, related: 'true', kinds: 'attempt', limit: PAGE, ...cursor };
  return answerOf(api.GET('/api/sandboxes/{name}/timeline', { params: { path: { name }, query } }));
}
