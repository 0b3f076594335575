import { Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { sandboxPath, pathIn, usePlace } from '../app/place';
import { FilterBar, useSearchText, type Search } from '../lists/filter-bar';
import { keyed, splitWithWords, type Filter } from '../lists/filters';
import { LongTable, type Column } from '../lists/long-table';
import { eventKey, objectId, useSearchedList, type Asked } from '../lists/searched-list';
import { HeldWebhooks } from '../parts/held-webhooks';
import { Act } from '../ui/act';
import { Empty } from '../ui/empty';
import { IdText } from '../ui/id-text';
import { PageHeader, Tabs } from '../ui/page-header';
import { toneOf } from '../ui/tone';
import { Status } from '../ui/status';
import { Relative, Time } from '../ui/time';
import { labelOf } from '../ui/words';

type Delivery = Schemas['DeliverySummary'];

const STATES = ['pending', 'held', 'delivered', 'exhausted'];

/** Filters that the control host applies to all deliveries. A word with a colon, a dot or a slash that is no event key is matched against addresses, any
 * other word against the sent bodies. */
const PARAMETERS = {
  status: keyed('status'),
  object: objectId,
  key: eventKey,
  uri: ({ key, value }: Filter) => (key === 'to' || (key === undefined && /[:/.]/.test(value)) ? `*${value}*` : undefined),
};

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
  const read = (asked: Asked) => {
    const query = { livemode: String(mode === 'live'), ...asked };
    return answerOf(api.GET('/api/sandboxes/{name}/deliveries', { params: { path: { name }, query } }));
  };
  const list = useSearchedList<Delivery>(['deliveries', name, mode], search, PARAMETERS, read, splitWithWords);
  const post = (action: string, body?: object) => ({ method: 'POST' as const, path: `${sandboxPath(place)}/${action}`, body });
  const columns: readonly Column<Delivery>[] = [
    {
      name: 'Event',
      width: '20%',
      cell: ({ id, key }) => (
        <Link to={pathIn(place, `/webhooks/${id}`)} className="row-link entry">
          {key}
        </Link>
      ),
    },
    { name: 'Status', width: '13%', cell: (delivery) => <DeliveryStatus of={delivery} /> },
    { name: 'Object', width: '17%', isExtra: true, cell: ({ object_id: object }) => <IdText id={object} /> },
    { name: 'Attempts', width: '10%', isRight: true, isExtra: true, cell: ({ attempt_count: count }) => count },
    { name: 'Next retry', width: '12%', isExtra: true, cell: ({ next_attempt_at: at }) => (at ? <Relative at={at} /> : '–') },
    { name: 'Endpoint', width: '16%', isExtra: true, cell: ({ uri }) => uri },
    { name: 'Created', width: '12%', cell: ({ at, machine_at: machineAt }) => <Time at={at} machineAt={machineAt} /> },
  ];
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
      <FilterBar search={search} placeholder="Search by order, event (charge.complete), object ID or endpoint" error={list.error}>
        <StateChoice search={search} />
      </FilterBar>
      <HeldWebhooks />
      <LongTable
        label="Webhooks"
        columns={columns}
        list={list}
        shown={list.shown}
        isFiltered={search.filters.length > 0}
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

const STATE = /(^|\s)status:\S*/;

/** Writes `status:` into the filter. */
function StateChoice({ search: { text, set } }: { readonly search: Search }): JSX.Element {
  const chosen = /(?:^|\s)status:(\S*)/.exec(text)?.[1];
  const choose = (state: string | null): void => set(`${text.replace(STATE, '').trim()}${state ? ` status:${state}` : ''}`.trim());
  return (
    <Select
      size="xs"
      aria-label="Status"
      data={STATES.map((value) => ({ value, label: labelOf(value) }))}
      value={chosen ?? null}
      onChange={choose}
      clearable
      placeholder="All statuses"
      w={140}
    />
  );
}
