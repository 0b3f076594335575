import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { Schemas } from '../../api/client';
import { findObjects } from '../../lists/listed-objects';
import { useOrderKey } from '../../lists/order-key';
import { keptPayments, twinsSearch, twinsTimes, twinsTitle } from '../../lists/twins';
import { orderKeyOf } from '../../ui/order';
import { pathIn, usePlace } from '../../ui/place';
import { useSandboxNow } from '../../ui/time';

/** Payments of the order that are counted. */
const MOST = 20;

/** Says that the order of a successful payment was paid more than once. */
export function Twins({
  of: { id, status, metadata },
}: {
  readonly of: Pick<Schemas['Charge'], 'id' | 'status' | 'metadata'>;
}): JSX.Element | null {
  const place = usePlace();
  const { name, mode } = place;
  const [chosen] = useOrderKey();
  const now = useSandboxNow();
  const key = orderKeyOf(metadata, chosen);
  const order = key === undefined ? '' : String((metadata as Readonly<Record<string, unknown>>)[key]);
  const payments = useQuery({
    queryKey: ['objects', name, mode, 'charges', 'of order', key, order],
    enabled: key !== undefined && status === 'successful',
    queryFn: () =>
      findObjects(name, 'charges', {
        limit: MOST,
        before: 'end',
        livemode: String(mode === 'live'),
        status: 'successful',
        metadata: { [key ?? '']: order },
      }),
  });
  const twins = keptPayments(payments.data?.data ?? []);
  if (key === undefined || twins.length < 2 || !twins.some((twin) => twin.id === id)) return null;
  return (
    <section className="attention tone" data-tone="waiting" aria-label="Order paid more than once">
      <Group gap="sm" justify="space-between">
        <Text size="sm" className="breaks numbers" flex="1 1 300px">
          <b>{twinsTitle(twins.length, order)}</b> · {twinsTimes(twins, now())}
        </Text>
        <Link to={pathIn(place, '/payments')} search={twinsSearch(key, order) as never}>
          {twins.length === 2 ? 'Show both' : `Show all ${twins.length}`}
        </Link>
      </Group>
    </section>
  );
}
