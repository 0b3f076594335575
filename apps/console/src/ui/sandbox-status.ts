import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { answerOf, api, every, isAbsent, Refusal, type Schemas } from '../api/client';
import { usePlace } from './place';

/** Changes arrive earlier, by the event stream. */
const REFRESH_MS = 20_000;

/** The clock, webhooks and faults of the present sandbox. */
export function useSandboxStatus(): Schemas['SandboxStatus'] | undefined {
  return useStatus().data;
}

/** True once the API has no such sandbox: it never existed, or it is deleted. */
export function useIsSandboxAbsent(): boolean {
  return isAbsent(useStatus().error);
}

/** True until the first answer or failure. */
export function useIsStatusPending(): boolean {
  const { isPending, failureReason } = useStatus();
  return isPending && failureReason === null;
}

/** True while Tollgate does not answer. */
export function useIsUnreachable(): boolean {
  const { failureReason } = useStatus();
  return failureReason !== null && !(failureReason instanceof Refusal);
}

/** All who ask share one query. */
function useStatus(): UseQueryResult<Schemas['SandboxStatus']> {
  const { name } = usePlace();
  return useQuery({
    queryKey: ['status', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/status', { params: { path: { name } } })),
    refetchInterval: every(REFRESH_MS),
    // Each shown time asks for the status.
    refetchOnMount: false,
  });
}
