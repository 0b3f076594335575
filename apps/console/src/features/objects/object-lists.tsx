import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { make } from '../../api/curl';
import type { Listed } from '../../lists/listed-objects';
import { pageOf, pageOfCard } from '../../lists/kinds';
import { moneyText } from '../../ui/money-text';
import { sandboxPath, usePlace } from '../../ui/place';
import { labelOf } from '../../ui/words';
import { ObjectLines, type ObjectLine } from './object-lines';
import { isObject, moneyOfObject, titleOfObject, type ApiObject } from './object-words';

/** Fields with lists of objects, by kind: the label, and the kind of the objects. */
export const EMBEDDED: Readonly<
  Record<string, readonly (readonly [field: string, label: string, kind: string])[]>
> = {
  customers: [
    ['cards', 'Cards', 'cards'],
    ['linked_accounts', 'Linked accounts', 'linked_accounts'],
  ],
  links: [['charges', 'Payments', 'charges']],
  schedules: [['occurrences', 'Runs', 'occurrences']],
  events: [['webhook_deliveries', 'Webhooks', 'deliveries']],
};

/** Lists of the control API that find the objects of an object, by kind. */
const FOUND: Readonly<Record<string, readonly [label: string, kind: string, parameter: string]>> = {
  customers: ['Payments', 'charges', 'customer'],
  recipients: ['Transfers', 'transfers', 'search'],
};
/** Objects of a found list that are shown. */
const LATEST = 20;

interface ObjectListsProps {
  readonly kind: string;
  readonly object: ApiObject;
}

/**
 * The lists of an object: cards and payments of a customer, transfers to a recipient, occurrences of a
 * schedule.
 */
export function ObjectLists({ kind, object }: ObjectListsProps): JSX.Element {
  const place = usePlace();
  const { id } = object;
  const found = FOUND[kind];
  return (
    <>
      {(EMBEDDED[kind] ?? []).map(([field, label, of]) => {
        const lines = itemsOf(object[field]).flatMap((one): ObjectLine[] => {
          // A run leads to the charge or transfer that it made.
          const itemId = String(one['result'] ?? one['id']);
          const page = of === 'cards' ? pageOfCard(itemId, String(id), place) : pageOf(itemId, place);
          return page === undefined ? [] : [{ id: itemId, page, ...wordsOf(of, one, object) }];
        });
        return <ObjectLines key={field} label={label} lines={lines} />;
      })}
      {found && typeof id === 'string' && (
        <FoundLines label={found[0]} kind={found[1]} parameter={found[2]} id={id} />
      )}
    </>
  );
}

function itemsOf(list: unknown): readonly ApiObject[] {
  const items: unknown = isObject(list) ? list['data'] : list;
  return Array.isArray(items) ? items.filter(isObject) : [];
}

function wordsOf(kind: string, object: ApiObject, owner: ApiObject): Pick<ObjectLine, 'title' | 'detail'> {
  const { status, uri, expiration_month: month, expiration_year: year } = object;
  if (kind === 'deliveries')
    return { title: String(uri), detail: typeof status === 'number' ? `${status}` : 'No response' };
  if (kind === 'occurrences') {
    const { charge, transfer } = owner;
    const made = isObject(charge) ? charge : isObject(transfer) ? transfer : {};
    const words = [typeof status === 'string' && labelOf(status), moneyOfObject(made), object['message']];
    return { title: titleOfObject(kind, object), detail: words.filter(Boolean).join(' · ') };
  }
  const detail =
    kind === 'cards'
      ? `expires ${String(month)}/${String(year)}`
      : typeof status === 'string'
        ? labelOf(status)
        : '';
  return { title: titleOfObject(kind, object), detail };
}

interface FoundLinesProps {
  readonly label: string;
  readonly kind: string;
  readonly parameter: string;
  readonly id: string;
}

function FoundLines({ label, kind, parameter, id }: FoundLinesProps): JSX.Element {
  const place = usePlace();
  const query = new URLSearchParams({
    [parameter]: id,
    livemode: String(place.mode === 'live'),
    before: 'end',
    limit: String(LATEST),
  });
  const path = `${sandboxPath(place)}/objects/${kind}?${query.toString()}`;
  const list = useQuery({
    queryKey: [path],
    queryFn: () =>
      make({ method: 'GET', path }) as Promise<{
        data: readonly (Listed<'charges'> | Listed<'transfers'>)[];
      }>,
  });
  const lines = (list.data?.data ?? []).toReversed().flatMap((one): ObjectLine[] => {
    const page = pageOf(one.id, place);
    if (page === undefined) return [];
    const title =
      one.amount !== null && one.currency
        ? moneyText({ amount: one.amount, currency: one.currency })
        : one.id;
    const more = 'method' in one ? [labelOf(one.method), one.description] : [one.failure_code];
    const detail = [one.status && labelOf(one.status), ...more].filter(Boolean).join(' · ');
    return [{ id: one.id, page, title, detail }];
  });
  return (
    <ObjectLines
      label={lines.length === LATEST ? `Latest ${LATEST} ${label.toLowerCase()}` : label}
      lines={lines}
    />
  );
}
