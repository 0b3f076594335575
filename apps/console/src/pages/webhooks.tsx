import { Anchor, Group, Select, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { sandboxPath, usePlace } from '../app/place';
import { Act } from '../parts/act';
import { keyed, splitWithWords, type Filter } from '../parts/filters';
import { HeldWebhooks } from '../parts/held-webhooks';
import { Inboxes } from '../parts/inboxes';
import { Instant } from '../parts/instant';
import { LongTable } from '../parts/long-table';
import { SearchField, useSearchText, type Search } from '../parts/search';
import { eventKey, objectId, useSearchedList, type Asked } from '../parts/searched-list';
import { Status } from '../parts/status';

const STATES = ['pending', 'held', 'delivered', 'exhausted'];

const HEADS = [
  ['Event', '20%'],
  ['Status', '13%'],
  ['Attempts', '11%'],
  ['To', '36%'],
  ['Made', '20%'],
] as const;

/** Parameters that the control host searches deliveries by. A word with a colon, a dot or a slash that is no event key is matched against addresses, any
 * other word against the sent bodies. */
const PARAMETERS = {
  status: keyed('status'),
  object: objectId,
  key: eventKey,
  uri: ({ key, value }: Filter) => (key === 'to' || (key === undefined && /[:/.]/.test(value)) ? `*${value}*` : undefined),
};

/** The deliveries of a mode, the latest first, and what can be done to many of them. */
export function Webhooks(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const search = useSearchText();
  const read = (asked: Asked) => {
    const query = { livemode: String(mode === 'live'), ...asked };
    return answerOf(api.GET('/api/sandboxes/{name}/deliveries', { params: { path: { name }, query } }));
  };
  const list = useSearchedList<Schemas['DeliverySummary']>(['deliveries', name, mode], search, PARAMETERS, read, splitWithWords);
  const post = (action: string, body?: object) => ({ method: 'POST' as const, path: `${sandboxPath(place)}/${action}`, body });
  return (
    <>
      <Group mb="sm">
        <Title order={1} size="h2">
          Webhooks
        </Title>
        <SearchField search={search} placeholder="1042 charge.complete to:localhost:8080 chrg_…" />
        <StateChoice search={search} />
      </Group>
      <Group mb="sm" align="flex-end">
        <Act call={post('webhooks/hold')}>Hold</Act>
        <Act call={post('webhooks/release')}>Release</Act>
        <Act call={post('deliveries/redeliver', { status: 'exhausted' })}>Send exhausted ones again</Act>
      </Group>
      <HeldWebhooks />
      <LongTable
        label="Deliveries"
        heads={HEADS}
        list={list}
        shown={list.shown}
        cells={(delivery) => [
          <Anchor key="event" component={Link} to={`/sandboxes/${name}/${mode}/webhooks/${delivery.id}`} size="sm">
            {delivery.key}
          </Anchor>,
          <Status key="status" of={delivery.status} />,
          delivery.attempt_count,
          delivery.uri,
          <Instant key="at" at={delivery.at} machineAt={delivery.machine_at} />,
        ]}
      />
      <Inboxes />
    </>
  );
}

const STATE = /(^|\s)status:\S*/;

/** Writes `status:` into what is looked for. */
function StateChoice({ search: { text, set } }: { readonly search: Search }): JSX.Element {
  const chosen = /(?:^|\s)status:(\S*)/.exec(text)?.[1];
  const choose = (state: string | null): void => set(`${text.replace(STATE, '').trim()}${state ? ` status:${state}` : ''}`.trim());
  return <Select aria-label="State" data={STATES} value={chosen ?? null} onChange={choose} clearable placeholder="any state" w={140} />;
}
