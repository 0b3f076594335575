import { Anchor, Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { usePlace } from '../app/place';
import { placeOfObject } from '../parts/entry';
import { Instant } from '../parts/instant';
import { LongTable } from '../parts/long-table';
import { SearchField, useSearchText } from '../parts/search';
import { eventKey, objectId, useSearchedList } from '../parts/searched-list';

const HEADS = [
  ['Event', '28%'],
  ['Id', '26%'],
  ['About', '26%'],
  ['At', '20%'],
] as const;

/** What the control host looks for among all events. */
const PARAMETERS = { key: eventKey, object: objectId };

/** The events of a mode, the latest first. */
export function Events(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const search = useSearchText();
  const list = useSearchedList<Schemas['EventEntry']>(['events', name, mode], search, PARAMETERS, (asked) =>
    answerOf(
      api.GET('/api/sandboxes/{name}/events', { params: { path: { name }, query: { livemode: String(mode === 'live'), ...asked } } }),
    ),
  );
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
        shown={list.shown}
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
