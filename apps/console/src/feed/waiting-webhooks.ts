import { useQuery } from '@tanstack/react-query';
import { answerOf, api, every, type Schemas } from '../api/client';
import type { Place } from '../app/place';
import { attemptOf, hasArrived, type Entry } from './entries';

type Delivery = Schemas['DeliverySummary'];

/** One page of deliveries of a status. */
const LIMIT = 100;
const REFRESH_MS = 30_000;

/** The latest deliveries of a mode that wait for their next attempt or are held; at most `LIMIT` of each status. */
export interface OpenDeliveries {
  readonly waiting: readonly Delivery[];
  /** Whether more wait than these. */
  readonly hasMore: boolean;
}

export function useOpenDeliveries({ name, mode }: Place): OpenDeliveries {
  const latest = (status: string): Promise<{ readonly data: readonly Delivery[] }> => {
    const query = { status, livemode: String(mode === 'live'), before: 'end', limit: LIMIT };
    return answerOf(api.GET('/api/sandboxes/{name}/deliveries', { params: { path: { name }, query } }));
  };
  const open = useQuery({
    queryKey: ['open-deliveries', name, mode],
    queryFn: () => Promise.all(['pending', 'held'].map(latest)),
    refetchInterval: every(REFRESH_MS),
  });
  const [pending = [], held = []] = open.data?.map(({ data }) => data) ?? [];
  return { waiting: [...pending, ...held], hasMore: [pending, held].some(({ length }) => length === LIMIT) };
}

/** How long a webhook waited, in milliseconds of the machine's time since 1970. */
export interface Wait {
  readonly from: number;
  readonly to: number;
}

/** When webhooks waited: those that wait still since they were made, others from the first of these attempts to the one that arrived, or to the last. */
export function waitsOf(attempts: readonly Entry[], { waiting }: OpenDeliveries): Wait[] {
  const waits = new Map<string, Wait & { readonly isOver: boolean }>();
  for (const attempt of attempts.toReversed()) {
    const { delivery = '' } = attemptOf(attempt);
    const known = waits.get(delivery);
    const at = Date.parse(attempt.machine_at);
    if (!known?.isOver) waits.set(delivery, { from: known?.from ?? at, to: at, isOver: hasArrived(attempt) });
  }
  for (const { id, machine_at: at } of waiting) waits.set(id, { from: Date.parse(at), to: Infinity, isOver: false });
  return [...waits.values()].filter(({ from, to }) => from < to);
}
