import { Button, Checkbox, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { answerOf, api, every, type Schemas } from '../../api/client';
import { EVENT_KEYS } from '../../lists/event-keys';
import { ObjectLink } from '../../lists/cells';
import { moneyColumn, sumOf, timeColumn, type At, type Column } from '../../lists/column';
import { FilterBar } from '../../lists/filter-bar';
import type { FilterField } from '../../lists/filter-model';
import { PAGE, type Asked } from '../../lists/filtered-list';
import type { ListPage } from '../../lists/known-items';
import { useColumns, useListing } from '../../lists/list-page';
import { REFRESH_MS, type LongList } from '../../lists/long-list';
import { LongTable } from '../../lists/long-table';
import { useSelection, type Selection } from '../../lists/selection';
import { SelectionBar } from '../../lists/selection-bar';
import { StatusTabs } from '../../lists/status-tabs';
import { DeliveryStatus } from './delivery-status';
import { FailingEndpoints, useFailingEndpoints } from './failing-endpoints';
import { HeldWebhooks } from './held-webhooks';
import { MOST_RESENT, ResendMany } from './resend';
import { Unsent } from './unsent';
import { ActionButton } from '../../ui/action-button';
import { Empty } from '../../ui/empty';
import { notifyFailed } from '../../ui/notify';
import { PageHeader, Tabs } from '../../ui/page-header';
import { sandboxPath, pathIn, usePlace, type Place } from '../../ui/place';
import { useSandboxStatus } from '../../ui/sandbox-status';
import { Relative } from '../../ui/time';
import { Together } from '../../ui/together';
import { toneOfHttp } from '../../ui/tone';
import { counted, responseWords } from '../../ui/words';

type Delivery = Schemas['ListedDelivery'];

const FIELDS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: ['pending', 'retrying', 'held', 'delivered', 'exhausted'],
  },
  { kind: 'text', name: 'key', label: 'Event', placeholder: 'charge.complete', suggestions: EVENT_KEYS },
  { kind: 'text', name: 'object', label: 'Object', placeholder: 'chrg_test_…' },
  { kind: 'text', name: 'uri', label: 'Endpoint', placeholder: '*:8080/*' },
];

const updatedAt = ({ updated_at: at }: Delivery): string => at;

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
  const { name } = place;
  const read = (query: Asked): Promise<ListPage<Delivery>> =>
    answerOf(api.GET('/api/sandboxes/{name}/deliveries', { params: { path: { name }, query } }));
  const { search, filters, asked, list, isFiltered } = useListing<Delivery>({
    label: 'Webhooks',
    of: ['deliveries'],
    placeholder: 'Search by order, event, object ID or endpoint',
    fields: FIELDS,
    read,
    timeOf: updatedAt,
  });
  const selection = useSelection(JSON.stringify([place, asked]));
  const columns = useColumns(columnsAt);
  const counts = useDeliveryCounts(place);
  const isOfExhausted = filters.values['status'] === 'exhausted' || counts?.retrying === 0;
  const unsent = isOfExhausted ? 'exhausted' : 'retrying';
  const failing = useFailingEndpoints();
  const inBanners = failing.reduce((sum, endpoint) => sum + endpoint[unsent], 0);
  const isHolding = useSandboxStatus()?.webhooks.holding;
  const post = (action: string) => ({ method: 'POST' as const, path: `${sandboxPath(place)}/${action}` });
  return (
    <>
      <PageHeader title="Webhooks">
        {isHolding ? (
          <ActionButton call={post('webhooks/release')} done="Webhooks resumed">
            Resume deliveries
          </ActionButton>
        ) : (
          <ActionButton call={post('webhooks/hold')} done="Webhooks paused">
            Pause deliveries
          </ActionButton>
        )}
      </PageHeader>
      <WebhookTabs />
      <Together isKnown={counts !== undefined && !list.isPending} skeleton={<ListSkeleton />}>
        <FailingEndpoints of={failing} filtered={filters.values['uri']} />
        {counts && counts[unsent] > inBanners && (
          <Unsent count={counts[unsent]} which={unsent} isMore={inBanners > 0} />
        )}
        <HeldWebhooks />
        <DeliveryTabs counts={counts} />
        <FilterBar
          search={search}
          filters={filters}
          placeholder="Search by order, event, object ID or endpoint"
          error={list.error}
          isStale={list.isStale}
        />
        <SelectionBar selection={selection}>
          <ResendMany of={{ ids: [...selection.ids] }} count={selection.ids.size} onDone={selection.clear}>
            Resend…
          </ResendMany>
          <SelectMatching
            list={list}
            read={(before) => read({ ...asked, before, limit: PAGE } as Asked)}
            selection={selection}
          />
        </SelectionBar>
        <LongTable
          label="Webhooks"
          columns={[selectColumn(list.items, selection), ...columns]}
          list={list}
          onSelect={selection.toggle}
          isFiltered={isFiltered}
          empty={
            <Empty
              title="No webhooks yet"
              action={<Link to={pathIn(place, '/webhooks/inbox')}>Use the built-in inbox</Link>}
            >
              Webhooks are sent once the sandbox has a webhook URL.
            </Empty>
          }
        />
      </Together>
    </>
  );
}

/** The shape of the list below its tabs. */
function ListSkeleton(): JSX.Element {
  return (
    <Stack gap="sm">
      <Skeleton h={36} maw={520} />
      <Skeleton h={30} maw={640} />
      <Skeleton h={400} />
    </Stack>
  );
}

function useDeliveryCounts({ name, mode }: Place): Schemas['DeliveryCounts'] | undefined {
  const query = { livemode: String(mode === 'live') };
  return useQuery({
    queryKey: ['deliveries', name, mode, 'counts'],
    queryFn: () =>
      answerOf(api.GET('/api/sandboxes/{name}/deliveries/counts', { params: { path: { name }, query } })),
    refetchInterval: every(REFRESH_MS),
  }).data;
}

function DeliveryTabs({ counts }: { readonly counts: Schemas['DeliveryCounts'] | undefined }): JSX.Element {
  return (
    <StatusTabs
      label="Webhooks by status"
      tabs={[
        { label: 'All', values: {}, count: counts && allOf(counts) },
        { label: 'Retrying', values: { status: 'retrying' }, count: counts?.retrying },
        { label: 'Held', values: { status: 'held' }, count: counts?.held },
        { label: 'Pending', values: { status: 'pending' }, count: counts?.pending },
        { label: 'Delivered', values: { status: 'delivered' }, count: counts?.delivered },
        { label: 'Exhausted', values: { status: 'exhausted' }, count: counts?.exhausted },
      ]}
    />
  );
}

function allOf({ pending, retrying, held, delivered, exhausted }: Schemas['DeliveryCounts']): number {
  return pending + retrying + held + delivered + exhausted;
}

function columnsAt(at: At): readonly Column<Delivery>[] {
  const { place, orderOf } = at;
  return [
    {
      name: 'Status',
      width: 108,
      card: 2,
      text: ({ status }) => status,
      cell: (delivery) => <DeliveryStatus of={delivery} />,
    },
    {
      name: 'Event',
      width: 144,
      card: 1,
      isKept: true,
      text: ({ key }) => key,
      cell: ({ id, key }) => (
        <Link to={pathIn(place, `/webhooks/${id}`)} className="row-link entry">
          {key}
        </Link>
      ),
    },
    {
      name: 'Object',
      width: 136,
      rank: 4,
      card: 3,
      text: ({ object_id: id, about }) => about ?? id,
      cell: ({ object_id: id, about, metadata }) => (
        <ObjectLink id={id} place={place} text={about ?? orderOf(metadata)} />
      ),
    },
    moneyColumn('Amount', sumOf, { rank: 1 }),
    {
      name: 'Last response',
      width: 136,
      text: responseText,
      cell: (delivery) => <LastResponse of={delivery} />,
    },
    {
      name: 'Attempts',
      width: 96,
      rank: 3,
      text: ({ attempt_count: count }) => String(count),
      cell: (delivery) => <Attempts of={delivery} />,
    },
    {
      name: 'Next retry',
      width: 104,
      rank: 2,
      text: ({ status, next_attempt_at: next }) => (status === 'pending' ? (next ?? '') : ''),
      cell: ({ status, next_attempt_at: next }) => next && status === 'pending' && <Relative at={next} />,
    },
    timeColumn('Updated', at, updatedAt),
  ];
}

function selectColumn(shown: readonly Delivery[], { ids, select, toggle }: Selection): Column<Delivery> {
  const isAll = shown.length > 0 && shown.every(({ id }) => ids.has(id));
  return {
    name: 'Select',
    width: 40,
    head: (
      <Checkbox
        size="xs"
        aria-label="Select all shown"
        checked={isAll}
        indeterminate={!isAll && ids.size > 0}
        onChange={() => select(isAll ? [] : shown.map(({ id }) => id))}
      />
    ),
    cell: ({ id }) => (
      <Checkbox size="xs" aria-label={`Select ${id}`} checked={ids.has(id)} onChange={() => toggle(id)} />
    ),
  };
}

interface SelectMatchingProps {
  readonly list: LongList<Delivery>;
  /** Reads the page before a cursor. */
  readonly read: (before: string) => Promise<ListPage<Delivery>>;
  readonly selection: Selection;
}

/** Selects all webhooks that match the filter, also those that are not loaded. */
function SelectMatching({ list: { hasOlder }, read, selection }: SelectMatchingProps): JSX.Element | null {
  const reading = useMutation({
    mutationFn: async () => {
      const ids: string[] = [];
      for (let before: string | null = 'end'; before !== null && ids.length < MOST_RESENT;) {
        const page: ListPage<Delivery> = await read(before);
        ids.push(...page.data.map(({ id }) => id).toReversed());
        before = page.previous;
      }
      return ids.slice(0, MOST_RESENT);
    },
    onSuccess: selection.select,
    onError: (error) => notifyFailed('Select webhooks', error),
  });
  if (!hasOlder || selection.ids.size === reading.data?.length) return null;
  return (
    <Button size="xs" variant="default" loading={reading.isPending} onClick={() => reading.mutate()}>
      Select all matches
    </Button>
  );
}

function responseText({ last_status: status, last_error: error, last_duration_ms: ms }: Delivery): string {
  if (ms === null) return '';
  return `${responseWords(status, error)}${status === null ? '' : ` · ${ms} ms`}`;
}

function LastResponse({ of }: { readonly of: Delivery }): ReactNode {
  const { last_status: status, last_error: error } = of;
  return (
    <span className="tone toned numbers" data-tone={toneOfHttp(status)} title={error ?? undefined}>
      {responseText(of)}
    </span>
  );
}

/** Attempts with a dot of their own. */
const MOST_DOTS = 6;

/** A dot for each attempt. All have failed but the last one of a delivered webhook. */
function Attempts({ of: { status, attempt_count: count } }: { readonly of: Delivery }): ReactNode {
  if (count === 0) return null;
  const dots = Array.from({ length: Math.min(count, MOST_DOTS) }, () => 'bad');
  if (status === 'delivered') dots[dots.length - 1] = 'good';
  return (
    <span className="attempt-dots" role="img" aria-label={counted(count, 'attempt')}>
      {dots.map((tone, index) => (
        <span key={index} className="tone dot" data-tone={tone} />
      ))}
      {count > MOST_DOTS && count}
    </span>
  );
}
