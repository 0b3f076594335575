import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { answerOf, api, every, type Schemas } from '../../api/client';
import { usePlace } from '../../ui/place';

export type Delivery = Schemas['DeliveryDetail'];

/** Changes arrive earlier, by the event stream. */
const REFRESH_MS = 60_000;

/** A webhook with its attempts. */
export function useDelivery(id: string): UseQueryResult<Delivery> {
  const { name } = usePlace();
  return useQuery({
    queryKey: ['delivery', name, id],
    queryFn: () =>
      answerOf(api.GET('/api/sandboxes/{name}/deliveries/{id}', { params: { path: { name, id } } })),
    refetchInterval: every(REFRESH_MS),
  });
}

interface SentEvent {
  readonly event: object | undefined;
  readonly error: Error | null;
  /** The body as it was sent. */
  readonly body: string | undefined;
}

/** The event of a webhook, and the body that it sends. */
export function useSentEvent({ id, event: eventId }: Pick<Delivery, 'id' | 'event'>): SentEvent {
  const { name, mode } = usePlace();
  const event = useQuery({
    queryKey: ['event', name, mode, eventId],
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes/{name}/api/{mode}/events/{id}', {
          params: { path: { name, mode, id: eventId } },
        }),
      ),
  });
  const sent = event.data && 'webhook_deliveries' in event.data ? event.data.webhook_deliveries : [];
  return { event: event.data, error: event.error, body: sent.find((one) => one.id === id)?.payload };
}
