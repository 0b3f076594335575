import { useParams } from '@tanstack/react-router';
import { useMemo, type JSX } from 'react';
import { FilterBar, useSearchText } from '../../lists/filter-bar';
import type { FilterField } from '../../lists/filter-model';
import { useListedObjects } from '../../lists/listed-objects';
import { LISTS } from '../../api/generated/kinds';
import { isListName, type ListName } from '../../lists/kinds';
import { LongTable } from '../../lists/long-table';
import { columnsOf, WHENCE } from '../../lists/object-columns';
import { useOrder } from '../../lists/order-key';
import { StatusTabs } from '../../lists/status-tabs';
import { useFilters } from '../../lists/use-filters';
import { Empty } from '../../ui/empty';
import { PageHeader, Tabs } from '../../ui/page-header';
import { pathIn, usePlace } from '../../ui/place';
import { NotFound } from '../../ui/trouble';

/** Kinds that share a page. */
const TABS: readonly (readonly ListName[])[] = [
  ['customers', 'cards'],
  ['links', 'checkout_sessions'],
  ['sources', 'tokens'],
  ['transfers', 'recipients'],
];

/** The objects of a kind and a mode, the latest first. */
export function Objects(): JSX.Element {
  const { kind = '' } = useParams({ strict: false });
  const place = usePlace();
  if (!isListName(kind)) return <NotFound />;
  const { title } = LISTS[kind];
  const tabs = TABS.find((kinds) => kinds.includes(kind));
  return (
    <>
      <PageHeader title={title} />
      {tabs && (
        <Tabs
          label="Kinds"
          tabs={tabs.map((each) => [pathIn(place, `/objects/${each}`), LISTS[each].title] as const)}
        />
      )}
      <ObjectList key={kind} kind={kind} label={title} />
    </>
  );
}

const DIRECTIONS = [
  { label: 'All', values: {} },
  { label: 'Credits', values: { direction: 'credit' } },
  { label: 'Debits', values: { direction: 'debit' } },
];

interface ObjectListProps {
  readonly kind: ListName;
  readonly label: string;
}

export function ObjectList({ kind, label }: ObjectListProps): JSX.Element {
  const place = usePlace();
  const search = useSearchText();
  const fields = useMemo((): readonly FilterField[] => {
    if (kind === 'transactions')
      return [{ kind: 'choice', name: 'direction', label: 'Direction', options: ['credit', 'debit'] }];
    const options = LISTS[kind].statuses;
    return options.length > 1 ? [{ kind: 'choice', name: 'status', label: 'Status', options }] : [];
  }, [kind]);
  const filters = useFilters(fields);
  const list = useListedObjects(kind, search.words, filters.query);
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
