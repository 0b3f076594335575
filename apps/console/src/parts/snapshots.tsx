import { Group, Select, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api } from '../api/client';
import { sandboxPath, type Place } from '../app/place';
import { Trouble } from '../app/trouble';
import { Act } from './act';
import { Json } from './json';

/** The saved states of a sandbox: saving, restoring, deleting and comparing them. */
export function Snapshots({ place }: { readonly place: Place }): JSX.Element {
  const { name } = place;
  const [newName, setNewName] = useState('');
  const [pair, setPair] = useState<readonly [string | null, string | null]>([null, null]);
  const list = useQuery({
    queryKey: ['snapshots', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/snapshots', { params: { path: { name } } })),
  });
  const [from, to] = pair;
  const diff = useQuery({
    queryKey: ['diff', name, from, to],
    enabled: from !== null && to !== null,
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes/{name}/snapshots/{snapshot}/diff/{other}', {
          params: { path: { name, snapshot: from ?? '', other: to ?? '' } },
        }),
      ),
  });
  const base = `${sandboxPath(place)}/snapshots`;
  const names = list.data?.data.map((snapshot) => snapshot.name) ?? [];
  return (
    <>
      <Title order={2} size="h4">
        Snapshots
      </Title>
      <Group align="flex-end">
        <TextInput size="xs" label="Name of the snapshot" value={newName} onChange={(event) => setNewName(event.currentTarget.value)} />
        <Act call={{ method: 'POST', path: base, body: { name: newName } }} disabled={newName === ''} onDone={() => setNewName('')}>
          Save
        </Act>
      </Group>
      {names.map((snapshot) => (
        <Group key={snapshot}>
          <Text w={160} className="breaks">
            {snapshot}
          </Text>
          <Act call={{ method: 'POST', path: `${base}/${encodeURIComponent(snapshot)}/restore` }} isAskedTwice>
            Restore
          </Act>
          <Act call={{ method: 'DELETE', path: `${base}/${encodeURIComponent(snapshot)}` }} isAskedTwice>
            Delete
          </Act>
        </Group>
      ))}
      {names.length > 1 && (
        <Group>
          <Text>Compare</Text>
          <Select
            size="xs"
            aria-label="Compare from"
            searchable
            placeholder="from"
            data={names}
            value={from}
            onChange={(value) => setPair([value, to])}
          />
          <Select
            size="xs"
            searchable
            aria-label="Compare to"
            placeholder="to"
            data={names}
            value={to}
            onChange={(value) => setPair([from, value])}
          />
        </Group>
      )}
      {diff.error && <Trouble error={diff.error} />}
      {diff.data && <Json of={diff.data} label="What differs" />}
    </>
  );
}
