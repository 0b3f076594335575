import { Anchor, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { every } from '../api/client';
import { make, type ControlCall } from '../api/curl';
import { emulatedPath, sandboxPath, usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { Act } from '../parts/act';
import { Json } from '../parts/json';
import { emulatedPathOf } from '../parts/kinds';
import { Related } from '../parts/related';
import { Story } from '../parts/story';

/** What can be done by hand, by the kind of object. */
const ACTIONS: Readonly<Record<string, readonly Action[]>> = {
  customers: [['Delete', 'DELETE', '']],
  cards: [['Delete', 'DELETE', '']],
  chains: [['Revoke', 'POST', '/revoke']],
  disputes: [
    ['Accept', 'PATCH', '/accept'],
    ['Close as won', 'PATCH', '/close', { status: 'won' }],
    ['Close as lost', 'PATCH', '/close', { status: 'lost' }],
  ],
  linked_accounts: [
    ['Register', 'POST', '/mark_as_registered'],
    ['Refuse', 'POST', '/mark_as_failed'],
  ],
  links: [['Delete', 'DELETE', '']],
  schedules: [['Delete', 'DELETE', '']],
  recipients: [
    ['Verify', 'PATCH', '/verify'],
    ['Delete', 'DELETE', ''],
  ],
  transfers: [
    ['Send', 'POST', '/mark_as_sent'],
    ['Pay', 'POST', '/mark_as_paid'],
    ['Fail', 'POST', '/mark_as_failed', { failure_code: 'transfer_failed' }],
    ['Delete', 'DELETE', ''],
  ],
};
type Action = readonly [label: string, method: ControlCall['method'], path: string, body?: object];

/** An object of the emulated API, and what happened to it. */
export function OneObject(): JSX.Element {
  const place = usePlace();
  const { kind = 'cards', id = '', customer } = useParams({ strict: false });
  const path = `${emulatedPath(place)}/${customer ? `customers/${customer}/cards` : emulatedPathOf(kind)}/${id}`;
  const one = useQuery({ queryKey: [path], queryFn: () => make({ method: 'GET', path }), refetchInterval: every(3_000) });
  // A source or a token does not say what was charged with it: its list does.
  const { name, mode } = place;
  const list = `${sandboxPath({ name })}/objects/${kind}?search=${id}&livemode=${mode === 'live'}`;
  const found = useQuery({
    queryKey: [list],
    queryFn: () => make({ method: 'GET', path: list }),
    enabled: kind === 'sources' || kind === 'tokens',
  });
  const customerPage = pageFor(one.data);
  if (one.error) return <Trouble error={one.error} />;
  return (
    <Stack>
      <Title order={1} size="h2" className="breaks">
        {id}
      </Title>
      <Group>
        {ACTIONS[kind]?.map(([label, method, action, body]) => (
          <Act key={label} call={{ method, path: `${path}${action}`, body }} isAskedTwice={method === 'DELETE'}>
            {label}
          </Act>
        ))}
        {customerPage && (
          <Anchor href={customerPage} target="_blank" rel="noreferrer" size="sm">
            The page the customer sees
          </Anchor>
        )}
      </Group>
      <Related to={id} of={[one.data, found.data]} />
      <Json of={one.data ?? '…'} label="The object" />
      {one.data !== undefined && <Story of={id} place={place} />}
    </Stack>
  );
}

/** The page where the customer of a link, a checkout session or a linked account goes on. */
function pageFor(object: unknown): string | undefined {
  const {
    payment_uri: payment,
    redirect_url: checkout,
    registration_uri: registration,
  } = (object ?? {}) as Record<string, string | undefined>;
  return payment ?? checkout ?? registration;
}
