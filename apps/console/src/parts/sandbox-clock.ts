import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { answerOf, api, every, type Schemas } from '../api/client';

export interface SandboxClock extends Pick<Schemas['Clock'], 'now' | 'frozen'> {
  /** The time of the machine that was asked, when it answered, to the second. */
  readonly machineAt: string | undefined;
}

/** The time of a sandbox, read anew every so many milliseconds. */
export function useSandboxClock(name: string, refreshMs: number): UseQueryResult<SandboxClock> {
  return useQuery({
    queryKey: ['clock', name],
    queryFn: async () => {
      const call = api.GET('/api/sandboxes/{name}/clock', { params: { path: { name } } });
      const { now, frozen } = await answerOf(call);
      const date = (await call).response.headers.get('date');
      return { now, frozen, machineAt: date === null ? undefined : new Date(date).toISOString() };
    },
    refetchInterval: every(refreshMs),
  });
}
