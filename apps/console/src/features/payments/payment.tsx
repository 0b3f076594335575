import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
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
import { Trouble } from '../../ui/trouble';

/** Changes arrive earlier, by the event stream. */
const REFRESH_MS = 30_000;

/** A payment: its state, what needs attention, what can be done, and its timeline. */
export function Payment(): JSX.Element {
  const place = usePlace();
  const { id = '' } = useParams({ strict: false });
  const { opened } = useOpened();
  const { name, mode } = place;
  const charge = useQuery({
    queryKey: ['charge', name, mode, id],
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes/{name}/api/{mode}/charges/{id}', { params: { path: { name, mode, id } } }),
      ),
    refetchInterval: every(REFRESH_MS),
  });
  if (!charge.data)
    return (
      <>
        <PageHeader title="Payment" beside={<IdText id={id} isShort={false} />} />
        {charge.error ? <Trouble error={charge.error} what="the payment" /> : <Skeleton h={300} />}
      </>
    );
  const {
    amount,
    currency,
    status,
    refunded_amount: refunded,
    created_at: createdAt,
    metadata,
    failure_code: failure,
  } = charge.data;
  const method = methodOf(charge.data) ?? 'This payment';
  const order = orderOf(metadata);
  return (
    <Stack gap="sm">
      <div>
        <PageHeader
          title={moneyText({ amount, currency })}
          beside={
            <>
              <Status of={charge.data.capturable ? 'authorized' : status} />
              {refunded > 0 && (
                <Status of="refunded" label={`Refunded ${moneyText({ amount: refunded, currency })}`} />
              )}
              {charge.data.dispute && (
                <Status of="disputed" tone="retrying" label={`Disputed: ${charge.data.dispute.status}`} />
              )}
            </>
          }
        />
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
      </div>
      <PaymentActions key={id} charge={charge.data} method={method} />
      {charge.error && <Trouble error={charge.error} what="the payment" />}
      <Imported key={`imported ${id}`} id={id} />
      <Twins of={charge.data} />
      <Attention key={`attention ${id}`} of={id} />
      <div className="with-side" data-open={opened !== undefined || undefined}>
        <div>
          <Title order={2} mb="xs">
            Timeline
          </Title>
          <Paper withBorder>
            <Story key={id} of={id} outcomeOf={(event) => outcomeOfCharge(charge.data, event)} />
          </Paper>
        </div>
        {opened ? (
          <StoryInspector id={opened} />
        ) : (
          <Stack gap="sm">
            <Title order={2}>Details</Title>
            <QrCode
              address={charge.data.source?.scannable_code?.image.download_uri}
              isWaiting={status === 'pending'}
            />
            <Facts of={chargeFacts(charge.data, place)} />
            <Related to={id} of={charge.data} />
            <Json of={charge.data} label="JSON" isFolded />
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
