import { Anchor, Grid, Image, Paper, Skeleton, Stack, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { answerOf, api, every, type Schemas } from '../api/client';
import { emulatedPath, pathIn, usePlace } from '../app/place';
import type { Entry } from '../feed/entries';
import { PaymentActions } from '../parts/payment-actions';
import { Related } from '../parts/related';
import { Story, type Sum } from '../story/story';
import { StoryInspector } from '../story/story-inspector';
import { Copy } from '../ui/copy';
import { IdLink } from '../ui/id-link';
import { IdText } from '../ui/id-text';
import { useOpened } from '../ui/inspector';
import { Json } from '../ui/json';
import { Money, moneyText } from '../ui/money';
import { PageHeader } from '../ui/page-header';
import { Status } from '../ui/status';
import { Time } from '../ui/time';
import { Trouble } from '../ui/trouble';
import { labelOf } from '../ui/words';

/** Changes arrive earlier, by the event stream. */
const REFRESH_MS = 30_000;

/** A payment: its state, what can be done, and its timeline. */
export function Payment(): JSX.Element {
  const place = usePlace();
  const { id = '' } = useParams({ strict: false });
  const { opened } = useOpened();
  const { name, mode } = place;
  const charge = useQuery({
    queryKey: ['charge', name, mode, id],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/charges/{id}', { params: { path: { name, mode, id } } })),
    refetchInterval: every(REFRESH_MS),
  });
  if (!charge.data)
    return (
      <>
        <PageHeader title="Payment" beside={<IdText id={id} isShort={false} />} />
        {charge.error ? <Trouble error={charge.error} what="the payment" /> : <Skeleton h={300} />}
      </>
    );
  const { amount, currency, status, refunded_amount: refunded, authorize_uri: page } = charge.data;
  return (
    <Stack>
      <PageHeader
        title={moneyText({ amount, currency })}
        beside={
          <>
            <Status of={status} />
            {refunded > 0 && <Status of="refunded" label={`Refunded ${moneyText({ amount: refunded, currency })}`} />}
            {charge.data.dispute && <Status of="disputed" tone="retrying" />}
            <IdText id={id} isShort={false} />
            <Copy text={id} label="Copy ID" />
          </>
        }
      >
        {page && (
          <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
            Open customer page ↗
          </Anchor>
        )}
      </PageHeader>
      <PaymentActions key={id} charge={charge.data} />
      <Grid>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Title order={2} mb="xs">
            Timeline
          </Title>
          <Paper withBorder>
            <Story key={id} of={id} moneyOf={(event) => moneyOf(charge.data, event)} />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          {opened ? (
            <StoryInspector id={opened} />
          ) : (
            <>
              <QrCode address={charge.data.source?.scannable_code?.image.download_uri} />
              <Title order={2} mb="xs">
                Details
              </Title>
              <Details charge={charge.data} />
              <Related to={id} of={charge.data} />
              <Json of={charge.data} label="JSON" />
            </>
          )}
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

type ChargeDetails = Pick<
  Schemas['Charge'],
  'amount' | 'currency' | 'fee' | 'net' | 'failure_code' | 'failure_message' | 'card' | 'customer' | 'expires_at' | 'status' | 'return_uri'
> & { readonly metadata: Readonly<Record<string, unknown>>; readonly source: { readonly type: string } | null };

function Details({ charge }: { readonly charge: ChargeDetails }): JSX.Element {
  const place = usePlace();
  const { currency, failure_code: code, failure_message: why, card, source, fee, net, customer, expires_at: expiresAt, metadata } = charge;
  const customerId = typeof customer === 'string' ? customer : customer?.id;
  const method = card ? `${card.brand} •${card.last_digits}` : source && labelOf(source.type);
  const rows: readonly (readonly [label: string, value: ReactNode])[] = [
    ['Amount', <Money key="amount" amount={charge.amount} currency={currency} />],
    ['Fee', <Money key="fee" amount={fee} currency={currency} />],
    ['Net', <Money key="net" amount={net} currency={currency} />],
    ['Method', method],
    [
      'Failure',
      code && (
        <span key="failure">
          <code>{code}</code> {why}
        </span>
      ),
    ],
    ['Customer', customerId && <IdLink key="customer" id={customerId} to={pathIn(place, `/objects/customers/${customerId}`)} />],
    ...Object.entries(metadata).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const),
    ['Return URI', charge.return_uri],
    ['Expires', charge.status === 'pending' && expiresAt && <Time key="expires" at={expiresAt} />],
  ];
  return (
    <Table fz="sm" withRowBorders={false} verticalSpacing={3} mb="sm">
      <Table.Tbody>
        {rows.map(
          ([label, value]) =>
            value && (
              <Table.Tr key={label}>
                <Table.Td w={110} c="dimmed" className="breaks">
                  {label}
                </Table.Td>
                <Table.Td className="breaks">{value}</Table.Td>
              </Table.Tr>
            ),
        )}
      </Table.Tbody>
    </Table>
  );
}

type Charge = Pick<Schemas['Charge'], 'id' | 'amount' | 'captured_amount' | 'currency'> & {
  readonly refunds: { readonly data: readonly (Sum & { readonly id: string })[] };
  readonly dispute: (Sum & { readonly id: string }) | null;
};

/** The events that bring the money of the charge. */
const TAKING = ['charge.complete', 'charge.capture'];

/** The money that an event of a charge, or of its refunds and disputes, is about. */
function moneyOf(charge: Charge, { object_id: object, details }: Entry): Sum | undefined {
  const { key = '' } = details as { key?: string };
  if (object !== charge.id) return [...charge.refunds.data, charge.dispute].find((one) => one?.id === object) ?? undefined;
  if (key === 'charge.create') return charge;
  return TAKING.includes(key) && charge.captured_amount > 0 ? { amount: charge.captured_amount, currency: charge.currency } : undefined;
}

/** The QR code of the payment, from the control host. */
function QrCode({ address }: { readonly address: string | undefined }): JSX.Element | null {
  const place = usePlace();
  if (!address) return null;
  const { pathname } = new URL(address);
  return <Image src={`${emulatedPath(place)}${pathname}`} alt="QR code shown to the customer" w={180} mb="md" />;
}
