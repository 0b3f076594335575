import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { every } from '../../api/client';
import { usePlace } from '../../ui/place';
import type { RunKind, ShopRun } from './shop-words';

/** The pause before the next request that waits. */
const PAUSE_MS = 250;

/**
 * A run, read again until its end while the page is in sight. `read` gets the run as it is known while that is
 * running, to wait for a change.
 */
export function useRun<T extends ShopRun>(
  kind: RunKind,
  id: string,
  read: (known: T | undefined, signal: AbortSignal) => Promise<T>,
): UseQueryResult<T> {
  const { name } = usePlace();
  const queries = useQueryClient();
  const queryKey = [kind, name, id];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const known = queries.getQueryData<T>(queryKey);
      return read(known?.status === 'running' ? known : undefined, signal);
    },
    refetchInterval: (query) =>
      query.state.data && query.state.data.status !== 'running' ? false : every(PAUSE_MS)(query),
  });
}
