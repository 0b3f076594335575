import { useParams } from '@tanstack/react-router';
import { useMemo, type JSX } from 'react';
import type { FilterField } from '../../lists/filter-model';
import { ListPage } from '../../lists/list-page';
import { listingOf } from '../../lists/listed-objects';
import { LISTS } from '../../api/generated/kinds';
import { isListName, type ListName } from '../../lists/kinds';
import { columnsOf, WHENCE } from '../../lists/object-columns';
import { StatusTabs } from '../../lists/status-tabs';
import { Empty } from '../../ui/empty';
import { PageHeader, Tabs } from '../../ui/page-header';
import { pathIn, usePlace } from '../../ui/place';
import { NotFound } from '../../ui/trouble';

/** Kinds that share a page. */
const TABS: readonly (readonly ListName[])[] = [
  ['customers', 'cards'],
  ['links', 'checkout_sessions'],
  ['sources', 'tokens', 'linked_accounts', 'chains'],
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
  const { name } = usePlace();
  const fields = useMemo((): readonly FilterField[] => {
    if (kind === 'transactions')
      return [{ kind: 'choice', name: 'direction', label: 'Direction', options: ['credit', 'debit'] }];
    const options = LISTS[kind].statuses;
    return options.length > 1 ? [{ kind: 'choice', name: 'status', label: 'Status', options }] : [];
  }, [kind]);
  const columns = useMemo(() => columnsOf(kind), [kind]);
  return (
    <>
      {kind === 'transactions' && <StatusTabs label="Transactions by direction" tabs={DIRECTIONS} />}
      <ListPage
        listing={{
          ...listingOf(name, kind),
          label,
          placeholder:
            kind === 'transactions' ? 'Search by ID or origin' : 'Search by ID, name, email or order',
          fields,
        }}
        columns={columns}
        empty={<Empty title={`No ${label.toLowerCase()} yet`}>{WHENCE[kind]}</Empty>}
      />
    </>
  );
}
