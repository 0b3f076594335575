import { Anchor, Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { every } from '../api/client';
import { make } from '../api/curl';
import { emulatedPath, usePlace, type Place } from '../app/place';
import { useFoundObjects, type FoundObject } from '../parts/found-objects';
import { Instant } from '../parts/instant';
import { Json } from '../parts/json';
import { KINDS, pageOfCard } from '../parts/kinds';
import { LongTable } from '../parts/long-table';
import { Money } from '../parts/money';
import { SearchField, useSearchText } from '../parts/search';
import { Status } from '../parts/status';

const HEADS = [
  ['Id', '26%'],
  ['Amount', '15%'],
  ['Status', '13%'],
  ['About', '26%'],
  ['Made', '20%'],
] as const;

/** The objects of a kind and a mode, the latest first. */
export function Objects(): JSX.Element {
  const { kind = '' } = useParams({ strict: false });
  const place = usePlace();
  const search = useSearchText();
  const { list, shown } = useFoundObjects(kind, search.filters);
  return (
    <>
      <Group mb="sm">
        <Title order={1} size="h2">
          {KINDS[kind]?.title ?? kind}
        </Title>
        <SearchField search={search} placeholder="any word of it" />
      </Group>
      {kind === 'transactions' && <Balance />}
      <LongTable
        label="Objects"
        heads={HEADS}
        list={list}
        shown={shown}
        cells={(one) => [
          <Anchor key="id" component={Link} to={pageIn(kind, one, place)} size="xs" ff="monospace" className="whole">
            {one.id}
          </Anchor>,
          one.amount !== null && one.currency && <Money amount={one.amount} currency={one.currency} />,
          one.status && <Status of={one.status} />,
          aboutOf(one),
          <Instant key="at" at={one.at} />,
        ]}
      />
    </>
  );
}

/** The page of an object of this list. */
function pageIn(kind: string, { id, customer }: FoundObject, place: Place): string {
  return kind === 'cards' && customer ? pageOfCard(id, customer, place) : `/sandboxes/${place.name}/${place.mode}/objects/${kind}/${id}`;
}

function aboutOf({ email, about, type, charge }: FoundObject): string {
  return [email, about, type, charge].filter(Boolean).join(', ');
}

function Balance(): JSX.Element | null {
  const path = `${emulatedPath(usePlace())}/balance`;
  const balance = useQuery({ queryKey: [path], queryFn: () => make({ method: 'GET', path }), refetchInterval: every(3_000) });
  return balance.data ? <Json of={balance.data} label="Balance" /> : null;
}
