import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { answerOf, api, every, type Schemas } from '../../api/client';

/** Requests that are no webhooks of the sandbox are not on its event stream. */
const REFRESH_MS = 30_000;

/** The inboxes of a sandbox. */
export function useInboxes(name: string): UseQueryResult<readonly Schemas['ListedInbox'][]> {
  return useQuery({
    queryKey: ['inboxes', name],
    queryFn: async () =>
      (await answerOf(api.GET('/api/sandboxes/{name}/inbox', { params: { path: { name } } }))).data,
    refetchInterval: every(REFRESH_MS),
  });
}
