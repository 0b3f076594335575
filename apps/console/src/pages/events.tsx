import { Anchor, Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, type JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { placeOfObject } from '../parts/entry';
import { isId, keyed, passes, splitFilters, type Filter } from '../parts/filters';
import { Instant } from '../parts/instant';
import { useLongList } from '../parts/long-list';
import { LongTable } from '../parts/long-table';
import { SearchField, useSearchText } from '../parts/search';

const HEADS = [
  ['Event', '28%'],
  ['Id', '26%'],
  ['About', '26%'],
  ['At', '20%'],
] as const;

/** What the control host looks for among all events. */
const PARAMETERS = {
  key: ({ key, value }: Filter) => (key === 'key' || (key === undefined && /^[a-z_]+\.[a-z_]+$/.test(value)) ? value : undefined),
  object: (filter: Filter) => (isId(filter) ? filter.value : keyed('object')(filter)),
};

/** The events of a mode, the latest first. */
export function Events(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const search = useSearchText();
  const { query, rest } = useMemo(() => splitFilters(search.filters, PARAMETERS), [search.filters]);
  const read = useCallback(
    (before: string) => {
      const asked = { before, limit: 100, livemode: String(mode === 'live'), ...query };
      return answerOf(api.GET('/api/sandboxes/{name}/events', { params: { path: { name }, query: asked } }));
    },
    [name, mode, query],
  );
  const list = useLongList<Schemas['EventEntry']>(['events', name, mode, query], read);
  if (list.error) return <Trouble error={list.error} />;
  return (
    <>
      <Group mb="sm">
        <Title order={1} size="h2">
          Events
        </Title>
        <SearchField search={search} placeholder="charge.complete chrg_…" />
      </Group>
      <LongTable
        label="Events"
        heads={HEADS}
        list={list}
        shown={rest.length === 0 ? list.items : list.items.filter((event) => passes(event, rest))}
        cells={({ id, key, object_id: objectId, at, machine_at: machineAt }) => [
          key,
          <Anchor key="id" component={Link} to={placeOfObject(id, place)} size="xs" ff="monospace" className="whole">
            {id}
          </Anchor>,
          <Anchor key="about" component={Link} to={placeOfObject(objectId, place)} size="xs" ff="monospace" className="whole">
            {objectId}
          </Anchor>,
          <Instant key="at" at={at} machineAt={machineAt} />,
        ]}
      />
    </>
  );
}
