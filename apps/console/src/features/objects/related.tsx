import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { make } from '../../api/curl';
import { emulatedPathOf, kindOf, KINDS, pageOf, pageOfCard } from '../../lists/kinds';
import { emulatedPath, usePlace } from '../../ui/place';
import { labelOf } from '../../ui/words';
import { ObjectLines } from './object-lines';
import { isObject, moneyOfObject, titleOfObject, type ApiObject } from './object-words';

const CARD = /\/customers\/(cust_\w+)\/cards\/(card_\w+)/g;
const ID = /\b[a-z]+_(?:test_)?[0-9a-z]{19}\b/g;
/** Objects shown. */
const MOST = 12;
/** Objects that the emulated API has below others only. */
const WITHOUT_ROUTE = ['refunds', 'cards', 'occurrences'];

interface RelatedProps {
  readonly to: string;
  readonly of: unknown;
}

/** The objects that an object names and that have a page: kind, name or amount, and id. */
export function Related({ to, of }: RelatedProps): JSX.Element | null {
  const place = usePlace();
  const text = JSON.stringify(of ?? null);
  const cards = new Map(
    [...text.matchAll(CARD)].map(([, customer = '', card = '']) => [card, pageOfCard(card, customer, place)]),
  );
  const embedded = new Map<string, ApiObject>();
  collect(of, embedded);
  const found = [...new Set(text.match(ID) ?? [])].flatMap((id) => {
    const kind = kindOf(id);
    const page = cards.get(id) ?? pageOf(id, place);
    return id === to || kind === undefined || page === undefined ? [] : [{ id, kind, page }];
  });
  const related = found.slice(0, MOST);
  // Objects that are not embedded are read.
  const bare = related.filter(({ id, kind }) => !embedded.has(id) && !WITHOUT_ROUTE.includes(kind));
  const paths = bare.map(({ id, kind }) => `${emulatedPath(place)}/${emulatedPathOf(kind)}/${id}`);
  const read = useQuery({
    queryKey: ['related', ...paths],
    queryFn: () => Promise.allSettled(paths.map((path) => make({ method: 'GET', path }))),
    staleTime: Infinity,
  });
  const objects = new Map(
    bare.map(({ id }, index) => {
      const answer = read.data?.[index];
      return [id, answer?.status === 'fulfilled' ? answer.value : undefined];
    }),
  );
  const lines = related.map(({ id, kind, page }) => {
    const object = embedded.get(id) ?? objects.get(id);
    if (!isObject(object)) return { id, page, title: KINDS[kind]?.one ?? labelOf(kind) };
    return { id, page, title: titleOfObject(kind, object), detail: detailOf(kind, object) };
  });
  return <ObjectLines label="Related" lines={lines} />;
}

/** Facts beyond the title: the status, or the amount. */
function detailOf(kind: string, object: ApiObject): string {
  const { status } = object;
  const money = kind === 'links' || kind === 'schedules' ? moneyOfObject(object) : undefined;
  return [money, typeof status === 'string' && labelOf(status)].filter(Boolean).join(' · ');
}

/** Objects of the API within another, by their ids. */
function collect(value: unknown, into: Map<string, ApiObject>): void {
  if (Array.isArray(value)) value.forEach((one) => collect(one, into));
  if (!isObject(value)) return;
  if (typeof value['id'] === 'string' && typeof value['object'] === 'string') into.set(value['id'], value);
  Object.values(value).forEach((one) => collect(one, into));
}
