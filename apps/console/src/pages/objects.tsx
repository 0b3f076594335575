import { useParams } from '@tanstack/react-router';
import { useMemo, type JSX } from 'react';
import { FilterBar, useSearchText } from '../lists/filter-bar';
import type { FilterField } from '../lists/filter-model';
import { useFoundObjects } from '../lists/found-objects';
import { KINDS } from '../lists/kinds';
import { LongTable } from '../lists/long-table';
import { columnsOf, WHENCE } from '../lists/object-columns';
import { useOrder } from '../lists/order-key';
import { StatusTabs } from '../lists/status-tabs';
import { useFilters } from '../lists/use-filters';
import { Empty } from '../ui/empty';
import { PageHeader, Tabs } from '../ui/page-header';
import { pathIn, usePlace } from '../ui/place';
import { NotFound } from '../ui/trouble';

/** Kinds that share a page. */
const TABS: readonly (readonly string[])[] = [
  ['customers', 'cards'],
  ['links', 'checkout_sessions'],
  ['sources', 'tokens'],
  ['transfers', 'recipients'],
];

/** The objects of a kind and a mode, the latest first. */
export function Objects(): JSX.Element {
  const { kind = '' } = useParams({ strict: false });
  const place = usePlace();
  const title = KINDS[kind]?.title;
  const tabs = TABS.find((kinds) => kinds.includes(kind));
  if (title === undefined) return <NotFound />;
  return (
    <>
      <PageHeader title={title} />
      {tabs && (
        <Tabs
          label="Kinds"
          tabs={tabs.map((each) => [pathIn(place, `/objects/${each}`), KINDS[each]?.title ?? each] as const)}
        />
      )}
      <ObjectList key={kind} kind={kind} label={title} />
    </>
  );
}

const STATUSES: Readonly<Record<string, readonly string[]>> = {
  disputes: ['open', 'pending', 'won', 'lost', 'closed'],
  linked_accounts: ['pending', 'registered', 'failed', 'expired'],
  recipients: ['active', 'inactive'],
  transfers: ['pending', 'sent', 'paid', 'failed'],
  links: ['unused', 'used'],
  schedules: ['active', 'expiring', 'expired', 'suspended'],
  chains: ['active', 'revoked'],
  sources: ['unknown', 'pending', 'successful', 'failed', 'expired'],
  tokens: ['unknown', 'pending', 'successful', 'failed', 'expired'],
  checkout_sessions: ['pending', 'successful', 'failed', 'expired', 'cancelled'],
};

const DIRECTIONS = [
  { label: 'All', values: {} },
  { label: 'Credits', values: { direction: 'credit' } },
  { label: 'Debits', values: { direction: 'debit' } },
];

export function ObjectList({ kind, label }: { readonly kind: string; readonly label: string }): JSX.Element {
  const place = usePlace();
  const search = useSearchText();
  const fields = useMemo((): readonly FilterField[] => {
    if (kind === 'transactions')
      return [{ kind: 'choice', name: 'direction', label: 'Direction', options: ['credit', 'debit'] }];
    const options = STATUSES[kind];
    return options ? [{ kind: 'choice', name: 'status', label: 'Status', options }] : [];
  }, [kind]);
  const filters = useFilters(fields);
  const list = useFoundObjects(kind, search.words, filters.query);
  const orderOf = useOrder();
  const isFiltered = search.words !== '' || filters.isActive;
  return (
    <>
      {kind === 'transactions' && <StatusTabs label="Transactions by direction" tabs={DIRECTIONS} />}
      <FilterBar
        search={search}
        {...(fields.length > 0 && { filters })}
        placeholder={
          kind === 'transactions' ? 'Search by ID or origin' : 'Search by ID, name, email or order'
        }
        error={list.error}
      />
      <LongTable
        label={label}
        columns={columnsOf(kind, place, orderOf)}
        list={list}
        isFiltered={isFiltered}
        empty={<Empty title={`No ${label.toLowerCase()} yet`}>{WHENCE[kind]}</Empty>}
      />
    </>
  );
}
