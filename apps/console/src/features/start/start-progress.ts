import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import { usePlace } from '../../ui/place';

/** The steps of Get started and whether each is done. */
export interface StartProgress {
  readonly charged: boolean;
  readonly paid: boolean;
  readonly delivered: boolean;
  readonly failed: boolean;
}

/** Asks for counts, which stay however much happens afterwards. Undefined until all are read. */
export function useStartProgress(): StartProgress | undefined {
  const { name, mode } = usePlace();
  const path = { name };
  const query = { livemode: String(mode === 'live') };
  const charges = useQuery({
    queryKey: ['objects', name, mode, 'charges', 'counts'],
    queryFn: () =>
      answerOf(api.GET('/api/sandboxes/{name}/objects/charges/counts', { params: { path, query } })),
  });
  const deliveries = useQuery({
    queryKey: ['deliveries', name, mode, 'counts'],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/deliveries/counts', { params: { path, query } })),
  });
  const faults = { ...query, kinds: 'fault', before: 'end', limit: 1 };
  const firings = useQuery({
    queryKey: ['timeline', name, mode, 'last firing'],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/timeline', { params: { path, query: faults } })),
  });
  if (!charges.data || !deliveries.data || !firings.data) return undefined;
  return {
    charged: charges.data.all > 0,
    paid: charges.data.successful > 0,
    delivered: deliveries.data.delivered > 0,
    failed: firings.data.data.length > 0,
  };
}

/**
 * The reminder on Activity, for each sandbox: `shown` after Get started was opened, `hidden` after its last
 * step or on request.
 */
export function useStartReminder(): ['unseen' | 'shown' | 'hidden', (state: 'shown' | 'hidden') => void] {
  const { name } = usePlace();
  const [state, set] = useLocalStorage<'unseen' | 'shown' | 'hidden'>({
    key: `tollgate-start-${name}`,
    defaultValue: 'unseen',
    getInitialValueInEffect: false,
  });
  return [state, set];
}
