import { useQuery } from '@tanstack/react-query';
import { answerOf, api, every, type Schemas } from '../api/client';
import { usePlace } from '../app/place';

/** Changes arrive earlier, by the event stream. */
const REFRESH_MS = 20_000;

/** The clock, webhooks and faults of the present sandbox; all who ask share one query. */
export function useSandboxStatus(): Schemas['SandboxStatus'] | undefined {
  const { name } = usePlace();
  return useQuery({
    queryKey: ['status', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/status', { params: { path: { name } } })),
    refetchInterval: every(REFRESH_MS),
    // Each shown time asks for the status.
    refetchOnMount: false,
  }).data;
}
