import { Anchor, Grid, Group, Image, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../api/client';
import { emulatedPath, usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { Elsewhere } from '../parts/elsewhere';
import { PaymentActions } from '../parts/payment-actions';
import type { Entry } from '../parts/feed';
import { Json } from '../parts/json';
import { Money } from '../parts/money';
import { Related } from '../parts/related';
import { Status } from '../parts/status';
import { Story, type Sum } from '../parts/story';

/** A payment's whole story: what was asked, what became of it, what was told to whom, and what they did then. */
export function Payment(): JSX.Element {
  const place = usePlace();
  const { id = '' } = useParams({ strict: false });
  const { name, mode } = place;
  const charge = useQuery({
    queryKey: ['charge', name, mode, id],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/charges/{id}', { params: { path: { name, mode, id } } })),
    refetchInterval: every(2_000),
  });
  if (charge.error) return <Trouble error={charge.error} />;
  if (!charge.data) return <Text>…</Text>;
  const { amount, currency, status, failure_message: why, authorize_uri: page } = charge.data;
  return (
    <Stack>
      <Group>
        <Title order={1} size="h2">
          <Money amount={amount} currency={currency} />
        </Title>
        <Status of={status} />
        {why && <Text c="dimmed">{why}</Text>}
        {page && (
          <Anchor href={page} target="_blank" rel="noreferrer">
            The page the customer sees
          </Anchor>
        )}
      </Group>
      <PaymentActions charge={charge.data} />
      <Grid>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Title order={2} size="h4" mb="xs">
            Story
          </Title>
          <Paper withBorder>
            <Story of={id} place={place} moneyOf={(event) => moneyOf(charge.data, event)} />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <QrCode address={charge.data.source?.scannable_code?.image.download_uri} />
          <Title order={2} size="h4" mb="xs">
            Object
          </Title>
          <Related to={id} of={charge.data} />
          <Elsewhere text={id} says="More about it on" />
          <Json of={charge.data} label="The charge" />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

type Charge = Pick<Schemas['Charge'], 'id' | 'amount' | 'captured_amount' | 'currency'> & {
  readonly refunds: { readonly data: readonly (Sum & { readonly id: string })[] };
  readonly dispute: (Sum & { readonly id: string }) | null;
};

/** The events with which money of the charge came. */
const TAKING = ['charge.complete', 'charge.capture'];

/** The money that an event of a charge, or of its refunds and disputes, is about. */
function moneyOf(charge: Charge, { object_id: object, details }: Entry): Sum | undefined {
  const { key = '' } = details as { key?: string };
  if (object !== charge.id) return [...charge.refunds.data, charge.dispute].find((one) => one?.id === object) ?? undefined;
  if (key === 'charge.create') return charge;
  return TAKING.includes(key) && charge.captured_amount > 0 ? { amount: charge.captured_amount, currency: charge.currency } : undefined;
}

/** The code that the customer scans, from the control host. */
function QrCode({ address }: { readonly address: string | undefined }): JSX.Element | null {
  const place = usePlace();
  if (!address) return null;
  const { pathname } = new URL(address);
  return <Image src={`${emulatedPath(place)}${pathname}`} alt="The code that the customer scans" w={180} mb="md" />;
}
