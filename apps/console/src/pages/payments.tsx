import { Anchor, Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { usePlace } from '../app/place';
import { Elsewhere } from '../parts/elsewhere';
import { wordsIn } from '../parts/filters';
import { useFoundObjects } from '../parts/found-objects';
import { Instant } from '../parts/instant';
import { LongTable } from '../parts/long-table';
import { Money } from '../parts/money';
import { SearchField, useSearchText } from '../parts/search';
import { Status } from '../parts/status';

const HEADS = [
  ['Amount', '15%'],
  ['Status', '13%'],
  ['Method', '12%'],
  ['Order', '14%'],
  ['Made', '20%'],
  ['Id', '26%'],
] as const;

/** The charges of a mode, the latest first. */
export function Payments(): JSX.Element {
  const { name, mode } = usePlace();
  const search = useSearchText();
  const { list, shown } = useFoundObjects('charges', search.filters);
  return (
    <>
      <Group mb="sm">
        <Title order={1} size="h2">
          Payments
        </Title>
        <SearchField search={search} placeholder="1042, status:pending, -type:card" />
      </Group>
      <Elsewhere text={wordsIn(search.filters)} says="The same on" />
      <LongTable
        label="Payments"
        heads={HEADS}
        list={list}
        shown={shown}
        cells={(charge) => [
          // On a phone the id is beyond the edge.
          charge.amount !== null && charge.currency && (
            <Anchor key="amount" component={Link} to={`/sandboxes/${name}/${mode}/payments/${charge.id}`} size="sm" c="inherit">
              <Money amount={charge.amount} currency={charge.currency} />
            </Anchor>
          ),
          charge.status && <Status of={charge.status} />,
          charge.type,
          orderOf(charge.metadata),
          <Instant key="at" at={charge.at} />,
          <Anchor
            key="id"
            component={Link}
            to={`/sandboxes/${name}/${mode}/payments/${charge.id}`}
            size="xs"
            ff="monospace"
            className="whole"
          >
            {charge.id}
          </Anchor>,
        ]}
      />
    </>
  );
}

/** What merchants write into metadata to find their order again. */
function orderOf(metadata: object): string {
  const values = Object.values(metadata).filter((value) => ['string', 'number'].includes(typeof value));
  return values.map(String).join(', ').slice(0, 80);
}
