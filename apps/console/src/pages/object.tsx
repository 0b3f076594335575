import { Anchor, Paper, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { every } from '../api/client';
import { make, type ControlCall } from '../api/curl';
import { emulatedPath, sandboxPath, usePlace } from '../app/place';
import { emulatedPathOf, KINDS } from '../parts/kinds';
import { Related } from '../parts/related';
import { Story } from '../story/story';
import { StoryInspector } from '../story/story-inspector';
import { Beside, useOpened } from '../ui/inspector';
import { Act } from '../ui/act';
import { Json } from '../ui/json';
import { Money } from '../ui/money';
import { PageHeader } from '../ui/page-header';
import { Status } from '../ui/status';
import { Trouble } from '../ui/trouble';

type Action = readonly [label: string, done: string, method: ControlCall['method'], path: string, body?: object];

/** The actions of each kind of object. */
const ACTIONS: Readonly<Record<string, readonly Action[]>> = {
  customers: [['Delete customer…', 'Customer deleted', 'DELETE', '']],
  cards: [['Delete card…', 'Card deleted', 'DELETE', '']],
  chains: [['Revoke', 'Chain revoked', 'POST', '/revoke']],
  disputes: [
    ['Accept', 'Dispute accepted', 'PATCH', '/accept'],
    ['Mark as won', 'Dispute won', 'PATCH', '/close', { status: 'won' }],
    ['Mark as lost', 'Dispute lost', 'PATCH', '/close', { status: 'lost' }],
  ],
  linked_accounts: [
    ['Mark as registered', 'Account registered', 'POST', '/mark_as_registered'],
    ['Mark as failed', 'Registration failed', 'POST', '/mark_as_failed'],
  ],
  links: [['Delete link…', 'Link deleted', 'DELETE', '']],
  schedules: [['Delete schedule…', 'Schedule deleted', 'DELETE', '']],
  recipients: [
    ['Verify', 'Recipient verified', 'PATCH', '/verify'],
    ['Delete recipient…', 'Recipient deleted', 'DELETE', ''],
  ],
  transfers: [
    ['Mark as sent', 'Transfer sent', 'POST', '/mark_as_sent'],
    ['Mark as paid', 'Transfer paid', 'POST', '/mark_as_paid'],
    ['Mark as failed', 'Transfer failed', 'POST', '/mark_as_failed', { failure_code: 'transfer_failed' }],
    ['Delete transfer…', 'Transfer deleted', 'DELETE', ''],
  ],
};

/** Changes arrive earlier, by the event stream. */
const REFRESH_MS = 30_000;

/** An object of the emulated API, its actions and its timeline. */
export function OneObject(): JSX.Element {
  const place = usePlace();
  const { kind = 'cards', id = '', customer } = useParams({ strict: false });
  const { opened } = useOpened();
  const path = `${emulatedPath(place)}/${customer ? `customers/${customer}/cards` : emulatedPathOf(kind)}/${id}`;
  const one = useQuery({ queryKey: [path], queryFn: () => make({ method: 'GET', path }), refetchInterval: every(REFRESH_MS) });
  // The list knows the charge of a source or a token; the object does not.
  const { name, mode } = place;
  const list = `${sandboxPath({ name })}/objects/${kind}?search=${id}&livemode=${mode === 'live'}`;
  const found = useQuery({
    queryKey: [list],
    queryFn: () => make({ method: 'GET', path: list }),
    enabled: kind === 'sources' || kind === 'tokens',
  });
  const { status, amount, currency, deleted: isDeleted } = (one.data ?? {}) as Readonly<Record<string, unknown>>;
  const page = customerPageOf(one.data);
  const title = KINDS[kind]?.title.replace(/s$/, '') ?? kind;
  return (
    <Stack>
      <PageHeader
        title={id}
        beside={
          <>
            {typeof amount === 'number' && typeof currency === 'string' && <Money amount={amount} currency={currency} />}
            {typeof status === 'string' && <Status of={status} />}
            {isDeleted === true && <Status of="deleted" />}
          </>
        }
      >
        {page && (
          <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
            Open customer page ↗
          </Anchor>
        )}
        {one.data !== undefined &&
          ACTIONS[kind]?.map(([label, done, method, action, body]) => (
            <Act
              key={label}
              call={{ method, path: `${path}${action}`, body }}
              done={done}
              question={
                method === 'DELETE'
                  ? {
                      title: `Delete ${id}?`,
                      consequence: `Deletes this ${title.toLowerCase()}. Requests for it are answered as the API answers for what was deleted.`,
                      confirm: label.replace('…', ''),
                    }
                  : undefined
              }
            >
              {label}
            </Act>
          ))}
      </PageHeader>
      {one.error && <Trouble error={one.error} what={id} />}
      {one.isPending && <Skeleton h={240} />}
      <Related to={id} of={[one.data, found.data]} />
      {one.data !== undefined && <Json of={one.data} label="JSON" />}
      {one.data !== undefined && (
        <Beside inspector={opened && <StoryInspector id={opened} />}>
          <Paper withBorder>
            <Story key={id} of={id} />
          </Paper>
        </Beside>
      )}
    </Stack>
  );
}

/** The page where the customer of a link, a checkout session or a linked account continues. */
function customerPageOf(object: unknown): string | undefined {
  const {
    payment_uri: payment,
    redirect_url: checkout,
    registration_uri: registration,
  } = (object ?? {}) as Record<string, string | undefined>;
  return payment ?? checkout ?? registration;
}
