import { Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { make } from '../api/curl';
import { emulatedPath, usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { Act } from '../parts/act';
import { EntryLine } from '../parts/entry';
import { idOf, useFeed } from '../parts/feed';
import { Json } from '../parts/json';

/** What can be done by hand, by the kind of object. */
const ACTIONS: Readonly<Record<string, readonly (readonly [label: string, path: string, body?: object])[]>> = {
  disputes: [
    ['Accept', 'accept'],
    ['Close as won', 'close', { status: 'won' }],
    ['Close as lost', 'close', { status: 'lost' }],
  ],
  linked_accounts: [
    ['Register', 'mark_as_registered'],
    ['Refuse', 'mark_as_failed'],
  ],
};

/** An object of the emulated API, and what happened to it. */
export function OneObject(): JSX.Element {
  const place = usePlace();
  const { kind = '', id = '' } = useParams({ strict: false });
  const path = `${emulatedPath(place)}/${kind}/${id}`;
  const one = useQuery({ queryKey: [path], queryFn: () => make({ method: 'GET', path }), refetchInterval: 3_000 });
  const feed = useFeed(place, { object: id }, false);
  if (one.error) return <Trouble error={one.error} />;
  return (
    <Stack>
      <Title order={1} size="h2" className="breaks">
        {id}
      </Title>
      <Group>
        {ACTIONS[kind]?.map(([label, action, body]) => (
          <Act key={label} call={{ method: 'POST', path: `${path}/${action}`, body }}>
            {label}
          </Act>
        ))}
      </Group>
      <Json of={one.data ?? '…'} label="The object" />
      <div role="log" aria-label="Story">
        {feed.entries.toReversed().map((entry) => (
          <EntryLine key={idOf(entry)} entry={entry} place={place} about={id} />
        ))}
      </div>
    </Stack>
  );
}
