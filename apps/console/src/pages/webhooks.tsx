import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type JSX, type ReactNode } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { sandboxPath, pathIn, usePlace, type Place } from '../app/place';
import { EVENT_KEYS } from '../lists/event-keys';
import { orderOf } from '../lists/cell-texts';
import { ObjectLink } from '../lists/cells';
import { FilterBar, useSearchText } from '../lists/filter-bar';
import type { FilterField } from '../lists/filter-model';
import { useFilteredList } from '../lists/filtered-list';
import { LongTable, type Column } from '../lists/long-table';
import { SelectionBar } from '../lists/selection-bar';
import { StatusTabs } from '../lists/status-tabs';
import { useFilters } from '../lists/use-filters';
import { HeldWebhooks } from '../parts/held-webhooks';
import { Act } from '../ui/act';
import { Empty } from '../ui/empty';
import { Money } from '../ui/money';
import { notifyDone, notifyFailed } from '../ui/notify';
import { PageHeader, Tabs } from '../ui/page-header';
import { useSandboxStatus } from '../ui/sandbox-status';
import { Status } from '../ui/status';
import { Relative, Time } from '../ui/time';
import { toneOf, toneOfHttp } from '../ui/tone';

type Delivery = Schemas['ListedDelivery'];

const FIELDS: readonly FilterField[] = [
  { kind: 'choice', name: 'status', label: 'Status', options: ['pending', 'retrying', 'held', 'delivered', 'exhausted'] },
  { kind: 'text', name: 'key', label: 'Event', placeholder: 'charge.complete', suggestions: EVENT_KEYS },
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
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string): void => setSelected((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]));
  const filters = useFilters(FIELDS);
  const asked = { ...filters.query, ...(search.words && { search: search.words }), livemode: String(mode === 'live') };
  const list = useFilteredList<Delivery>(['deliveries', name, mode], asked, (query) =>
    answerOf(api.GET('/api/sandboxes/{name}/deliveries', { params: { path: { name }, query } })),
  );
  // Rows that a filter hides are not selected.
  const ids = list.items.map(({ id }) => id).filter((id) => selected.has(id));
  const counts = useDeliveryCounts(place);
  const isHolding = useSandboxStatus()?.webhooks.holding;
  const post = (action: string, body?: object) => ({ method: 'POST' as const, path: `${sandboxPath(place)}/${action}`, body });
  return (
    <>
      <PageHeader title="Webhooks">
        {counts && counts.exhausted > 0 && (
          <Act call={post('deliveries/redeliver', { status: 'exhausted' })} done="Exhausted webhooks are sent again">
            Resend all exhausted
          </Act>
        )}
        {isHolding ? (
          <Act call={post('webhooks/release')} done="Webhooks resumed">
            Resume deliveries
          </Act>
        ) : (
          <Act call={post('webhooks/hold')} done="Webhooks paused">
            Pause deliveries
          </Act>
        )}
      </PageHeader>
      <WebhookTabs />
      <HeldWebhooks />
      <DeliveryTabs counts={counts} />
      <FilterBar search={search} filters={filters} placeholder="Search by order, event, object ID or endpoint" error={list.error} />
      <SelectionBar ids={ids} onClear={() => setSelected(new Set())}>
        <ResendSelected place={place} ids={ids} />
      </SelectionBar>
      <LongTable
        label="Webhooks"
        columns={[selectColumn(selected, toggle), ...columnsAt(place)]}
        list={list}
        isFiltered={search.words !== '' || filters.isActive}
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

function useDeliveryCounts({ name, mode }: Place): Schemas['DeliveryCounts'] | undefined {
  const query = { livemode: String(mode === 'live') };
  return useQuery({
    queryKey: ['deliveries', name, mode, 'counts'],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/deliveries/counts', { params: { path: { name }, query } })),
  }).data;
}

function DeliveryTabs({ counts }: { readonly counts: Schemas['DeliveryCounts'] | undefined }): JSX.Element {
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
      width: '22%',
      cell: ({ object_id: id, amount, currency, metadata }) => (
        <span className="statuses">
          <ObjectLink id={id} place={place} text={orderOf(metadata)} />
          {amount !== null && currency && <Money amount={amount} currency={currency} />}
        </span>
      ),
    },
    { name: 'Last response', width: '13%', cell: (delivery) => <LastResponse of={delivery} /> },
    { name: 'Attempts', width: '10%', isExtra: true, cell: (delivery) => <Attempts of={delivery} /> },
    {
      name: 'Next retry',
      width: '11%',
      isExtra: true,
      cell: ({ status, next_attempt_at: at }) => (at && status === 'pending' ? <Relative at={at} /> : '–'),
    },
    { name: 'Updated', width: '12%', cell: ({ updated_at: at }) => <Time at={at} /> },
  ];
}

function selectColumn(selected: ReadonlySet<string>, toggle: (id: string) => void): Column<Delivery> {
  const cell = ({ id }: Delivery): ReactNode => (
    <Checkbox size="xs" aria-label={`Select ${id}`} checked={selected.has(id)} onChange={() => toggle(id)} />
  );
  return { name: 'Select', width: '6%', isExtra: true, cell };
}

/** Resends the webhooks one after the other, whatever their status. */
function ResendSelected({ place, ids }: { readonly place: Place; readonly ids: readonly string[] }): JSX.Element {
  const queries = useQueryClient();
  const resend = useMutation({
    mutationFn: async () => {
      const done = { resent: 0, delivered: 0 };
      for (const id of ids) {
        const path = { name: place.name, id };
        const sent = answerOf(api.POST('/api/sandboxes/{name}/deliveries/{id}/redeliver', { params: { path }, body: {} }));
        const { error } = await sent.catch((refusal: Error) => {
          throw new Error(`${done.resent} of ${ids.length} resent. ${id}: ${refusal.message}`, { cause: refusal });
        });
        done.resent += 1;
        if (error === null) done.delivered += 1;
      }
      return done;
    },
    onSuccess: ({ resent, delivered }) => notifyDone(`Resent ${resent} ${resent === 1 ? 'webhook' : 'webhooks'} · ${delivered} delivered`),
    onError: (error) => notifyFailed('Resend webhooks', error),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Button size="xs" loading={resend.isPending} onClick={() => resend.mutate()}>
      Resend
    </Button>
  );
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
    <span className="attempt-dots" role="img" aria-label={`${count} ${count === 1 ? 'attempt' : 'attempts'}`}>
      {dots.map((tone, index) => (
        <span key={index} className="tone dot" data-tone={tone} />
      ))}
      {count > MOST_DOTS && count}
    </span>
  );
}
