import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, every } from '../../api/client';
import { Facts, FactsLine } from '../../ui/facts';
import { methodOf } from '../objects/object-words';
import { PaymentActions } from './payment-actions';
import { Imported } from './replay-webhooks';
import { chargeFacts } from '../objects/payment-facts';
import { Twins } from './twins';
import { Related } from '../objects/related';
import { Attention } from '../story/attention';
import { outcomeOfCharge } from '../story/charge-outcome';
import { Story } from '../story/story';
import { StoryInspector } from '../story/story-inspector';
import { StorySkeleton } from '../story/story-skeleton';
import { useTimeline } from '../timeline/timeline';
import { Copy } from '../../ui/copy';
import { IdText } from '../../ui/id-text';
import { useOpened } from '../../ui/inspector';
import { Json } from '../../ui/json';
import { moneyText } from '../../ui/money-text';
import { orderOf } from '../../ui/order';
import { PageHeader } from '../../ui/page-header';
import { emulatedPath, pathIn, usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { Together } from '../../ui/together';
import { ObjectTrouble } from '../../ui/trouble';

type Charge = NonNullable<ReturnType<typeof useCharge>['data']>;

/** Changes arrive earlier, by the event stream. */
const REFRESH_MS = 30_000;

/** A payment: its state, what needs attention, what can be done, and its timeline. */
export function Payment(): JSX.Element {
  const { id = '' } = useParams({ strict: false });
  const { data, error } = useCharge(id);
  // Both are requested at the same time.
  useTimeline({ object: id, related: 'true' });
  return (
    <>
      <PageHeader
        title={data ? moneyText(data) : 'Payment'}
        beside={data ? <States of={data} /> : <IdText id={id} isShort={false} />}
      />
      {error && <ObjectTrouble error={error} what="the payment" list={['/payments', 'payments']} />}
      {(data || !error) && (
        <Together key={id} isKnown={data !== undefined} skeleton={<StorySkeleton />}>
          {data && <PaymentParts charge={data} />}
        </Together>
      )}
    </>
  );
}

function useCharge(id: string) {
  const { name, mode } = usePlace();
  return useQuery({
    queryKey: ['charge', name, mode, id],
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes/{name}/api/{mode}/charges/{id}', { params: { path: { name, mode, id } } }),
      ),
    refetchInterval: every(REFRESH_MS),
  });
}

function States({
  of: { capturable, status, refunded_amount: refunded, currency, dispute },
}: {
  readonly of: Charge;
}): JSX.Element {
  return (
    <>
      <Status of={capturable ? 'authorized' : status} />
      {refunded > 0 && (
        <Status of="refunded" label={`Refunded ${moneyText({ amount: refunded, currency })}`} />
      )}
      {dispute && <Status of="disputed" tone="retrying" label={`Disputed: ${dispute.status}`} />}
    </>
  );
}

/** The facts of a payment below its title. */
function PaymentParts({ charge }: { readonly charge: Charge }): JSX.Element {
  const place = usePlace();
  const { opened } = useOpened();
  const { id, status, created_at: createdAt, metadata, failure_code: failure } = charge;
  const method = methodOf(charge) ?? 'This payment';
  const order = orderOf(metadata);
  return (
    <Stack gap="sm">
      <FactsLine>
        {order !== undefined && (
          <>
            Order{' '}
            <Link to={pathIn(place, '/payments')} search={{ q: order } as never}>
              {order}
            </Link>
          </>
        )}
        {method}
        {failure && <code>{failure}</code>}
        <>
          Created <Time at={createdAt} />
        </>
        <>
          <IdText id={id} isShort={false} /> <Copy text={id} label="Copy ID" hasKey />
        </>
      </FactsLine>
      <PaymentActions charge={charge} method={method} />
      <Imported id={id} />
      <Twins of={charge} />
      <Attention of={id} />
      <div className="with-side" data-open={opened !== undefined || undefined}>
        <div>
          <Title order={2} mb="xs">
            Timeline
          </Title>
          <Paper withBorder>
            <Story of={id} outcomeOf={(event) => outcomeOfCharge(charge, event)} />
          </Paper>
        </div>
        {opened ? (
          <StoryInspector id={opened} />
        ) : (
          <Stack gap="sm">
            <Title order={2}>Details</Title>
            <QrCode
              address={charge.source?.scannable_code?.image.download_uri}
              isWaiting={status === 'pending'}
            />
            <Facts of={chargeFacts(charge, place)} />
            <Related to={id} of={charge} />
            <Json of={charge} label="JSON" isFolded />
          </Stack>
        )}
      </div>
    </Stack>
  );
}

/** The QR code of the payment, from the control host. */
function QrCode({
  address,
  isWaiting,
}: {
  readonly address: string | undefined;
  readonly isWaiting: boolean;
}): JSX.Element | null {
  const place = usePlace();
  if (!address || !isWaiting) return null;
  const { pathname } = new URL(address);
  return (
    <div>
      <img src={`${emulatedPath(place)}${pathname}`} alt="QR code shown to the customer" width={160} />
      <Text size="xs" c="dimmed">
        QR code shown to the customer
      </Text>
    </div>
  );
}
