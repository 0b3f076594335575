import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { sandboxPath, pathIn, usePlace, type Place } from '../app/place';
import { orderOf } from '../lists/cell-texts';
import { ObjectLink } from '../lists/cells';
import { FilterBar, useSearchText } from '../lists/filter-bar';
import type { FilterField } from '../lists/filter-model';
import { useFilteredList } from '../lists/filtered-list';
import { LongTable, type Column } from '../lists/long-table';
import { StatusTabs } from '../lists/status-tabs';
import { useFilters } from '../lists/use-filters';
import { HeldWebhooks } from '../parts/held-webhooks';
import { Act } from '../ui/act';
import { Empty } from '../ui/empty';
import { Money } from '../ui/money';
import { PageHeader, Tabs } from '../ui/page-header';
import { Status } from '../ui/status';
import { Relative, Time } from '../ui/time';
import { toneOf, toneOfHttp } from '../ui/tone';

type Delivery = Schemas['ListedDelivery'];

const EVENTS = ['charge.create', 'charge.complete', 'charge.expire', 'refund.create', 'dispute.create', 'transfer.pay', 'customer.create'];

const FIELDS: readonly FilterField[] = [
  { kind: 'choice', name: 'status', label: 'Status', options: ['pending', 'retrying', 'held', 'delivered', 'exhausted'] },
  { kind: 'text', name: 'key', label: 'Event', placeholder: 'charge.complete', suggestions: EVENTS },
  { kind: 'text', name: 'object', label: 'Object', placeholder: 'chrg_test_…' },
  { kind: 'text', name: 'uri', label: 'Endpoint', placeholder: '*:8080/*' },
];

export function WebhookTabs(): JSX.Element {
  const base = pathIn(usePlace(), '/webhooks');
  return (
    <Tabs
      label="Webhooks"
      tabs={[
        [base, 'Deliveries'],
        [`${base}/inbox`, 'Inbox'],
      ]}
    />
  );
}

/** The webhooks of a mode, the latest first. */
export function Webhooks(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const search = useSearchText();
  const filters = useFilters(FIELDS);
  const asked = { ...filters.query, ...(search.words && { search: search.words }), livemode: String(mode === 'live') };
  const list = useFilteredList<Delivery>(['deliveries', name, mode], asked, (query) =>
    answerOf(api.GET('/api/sandboxes/{name}/deliveries', { params: { path: { name }, query } })),
  );
  const post = (action: string, body?: object) => ({ method: 'POST' as const, path: `${sandboxPath(place)}/${action}`, body });
  return (
    <>
      <PageHeader title="Webhooks">
        <Act call={post('deliveries/redeliver', { status: 'exhausted' })} done="Exhausted webhooks are sent again">
          Resend all exhausted
        </Act>
        <Act call={post('webhooks/release')} done="Webhooks resumed">
          Resume deliveries
        </Act>
        <Act call={post('webhooks/hold')} done="Webhooks paused">
          Pause deliveries
        </Act>
      </PageHeader>
      <WebhookTabs />
      <HeldWebhooks />
      <DeliveryTabs place={place} />
      <FilterBar search={search} filters={filters} placeholder="Search by order, event, object ID or endpoint" error={list.error} />
      <LongTable
        label="Webhooks"
        columns={columnsAt(place)}
        list={list}
        isFiltered={search.words !== '' || Object.keys(filters.values).length > 0}
        empty={
          <Empty title="No webhooks yet" action={<Link to={pathIn(place, '/webhooks/inbox')}>Use the built-in inbox</Link>}>
            Webhooks are sent once the sandbox has a webhook URL.
          </Empty>
        }
      />
    </>
  );
}

/** A webhook whose first attempt failed is retrying, not pending. */
export function DeliveryStatus({
  of: { status, attempt_count: attempts },
}: {
  readonly of: Pick<Delivery, 'status' | 'attempt_count'>;
}): JSX.Element {
  const shown = status === 'pending' && attempts > 0 ? 'retrying' : status;
  return <Status of={shown} tone={shown === 'exhausted' ? 'bad' : toneOf(shown)} />;
}

function DeliveryTabs({ place: { name, mode } }: { readonly place: Place }): JSX.Element {
  const query = { livemode: String(mode === 'live') };
  const counts = useQuery({
    queryKey: ['deliveries', name, mode, 'counts'],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/deliveries/counts', { params: { path: { name }, query } })),
  }).data;
  return (
    <StatusTabs
      label="Webhooks by status"
      tabs={[
        { label: 'All', values: {}, count: undefined },
        { label: 'Failing', values: { status: 'retrying' }, count: counts?.retrying },
        { label: 'Held', values: { status: 'held' }, count: counts?.held },
        { label: 'Pending', values: { status: 'pending' }, count: counts?.pending },
        { label: 'Delivered', values: { status: 'delivered' }, count: counts?.delivered },
        { label: 'Exhausted', values: { status: 'exhausted' }, count: counts?.exhausted },
      ]}
    />
  );
}

function columnsAt(place: Place): readonly Column<Delivery>[] {
  return [
    { name: 'Status', width: '11%', cell: (delivery) => <DeliveryStatus of={delivery} /> },
    {
      name: 'Event',
      width: '15%',
      cell: ({ id, key }) => (
        <Link to={pathIn(place, `/webhooks/${id}`)} className="row-link entry">
          {key}
        </Link>
      ),
    },
    {
      name: 'Object',
      width: '24%',
      cell: ({ object_id: id, amount, currency, metadata }) => (
        <span className="statuses">
          <ObjectLink id={id} place={place} text={orderOf(metadata)} />
          {amount !== null && currency && <Money amount={amount} currency={currency} />}
        </span>
      ),
    },
    { name: 'Last response', width: '15%', cell: (delivery) => <LastResponse of={delivery} /> },
    { name: 'Attempts', width: '12%', isExtra: true, cell: (delivery) => <Attempts of={delivery} /> },
    { name: 'Next retry', width: '11%', isExtra: true, cell: ({ status, next_attempt_at: at }) => (at && status === 'pending' ? <Relative at={at} /> : '–') },
    { name: 'Updated', width: '12%', cell: ({ updated_at: at }) => <Time at={at} /> },
  ];
}

function LastResponse({ of: { last_status: status, last_error: error, last_duration_ms: ms } }: { readonly of: Delivery }): ReactNode {
  if (ms === null) return '–';
  return (
    <span className="tone toned numbers" data-tone={toneOfHttp(status)} title={error ?? undefined}>
      {status ?? 'No response'} · {ms} ms
    </span>
  );
}

/** Attempts with a dot of their own. */
const MOST_DOTS = 6;

/** A dot for each attempt. All have failed but the last one of a delivered webhook. */
function Attempts({ of: { status, attempt_count: count } }: { readonly of: Delivery }): ReactNode {
  if (count === 0) return '–';
  const dots = Array.from({ length: Math.min(count, MOST_DOTS) }, () => 'bad');
  if (status === 'delivered') dots[dots.length - 1] = 'good';
  return (
    <span className="attempts" role="img" aria-label={`${count} ${count === 1 ? 'attempt' : 'attempts'}`}>
      {dots.map((tone, index) => (
        <span key={index} className="tone dot" data-tone={tone} />
      ))}
      {count > MOST_DOTS && count}
    </span>
  );
}
