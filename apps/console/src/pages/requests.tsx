import { Anchor, Drawer, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState, type JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { Older, useBackwards } from '../parts/backwards';
import { parseFilters, passes } from '../parts/filters';
import { Instant } from '../parts/instant';
import { Json } from '../parts/json';
import { ListTable } from '../parts/list-table';
import { merchantCurl } from '../parts/merchant-curl';

type Entry = Pick<
  Schemas['RequestEntry'],
  | 'id'
  | 'method'
  | 'path'
  | 'status'
  | 'state'
  | 'host'
  | 'at'
  | 'machine_at'
  | 'duration_ms'
  | 'error'
  | 'request_id'
  | 'key'
  | 'fault'
  | 'answer_cut'
> & { readonly query: object; readonly parameters: object | null; readonly answer: object | string | null };

/** The requests of a mode, the latest first. */
export function Requests(): JSX.Element {
  const { name, mode } = usePlace();
  const [search, setSearch] = useState('');
  const { id: chosen } = useParams({ strict: false });
  const navigate = useNavigate();
  const base = `/sandboxes/${name}/${mode}/requests`;
  const list = useBackwards(['requests', name, mode], (before) => {
    const query = { before, limit: 100, livemode: String(mode === 'live') };
    return answerOf(api.GET('/api/sandboxes/{name}/requests', { params: { path: { name }, query } }));
  });
  const filters = useMemo(() => parseFilters(search), [search]);
  if (list.error) return <Trouble error={list.error} />;
  const entries: readonly Entry[] = list.items;
  const one = entries.find(({ id }) => id === chosen);
  return (
    <>
      <Group mb="sm">
        <Title order={1} size="h2">
          Requests
        </Title>
        <TextInput
          data-search
          aria-label="Filter"
          placeholder="method:post -status:200"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          style={{ flex: '1 1 200px' }}
        />
      </Group>
      <ListTable label="Requests" heads={['Request', 'Status', 'Error', 'Took', 'At']}>
        {entries
          .filter((entry) => passes(entry, filters))
          .map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td className="breaks">
                <Anchor component={Link} to={`${base}/${entry.id}`} size="sm" c="inherit">
                  {entry.method} {entry.path}
                </Anchor>
              </Table.Td>
              <Table.Td>{entry.state === 'in_progress' ? 'in progress' : entry.status}</Table.Td>
              <Table.Td className="breaks">{entry.error?.message}</Table.Td>
              <Table.Td>{entry.duration_ms} ms</Table.Td>
              <Table.Td>
                <Instant at={entry.at} machineAt={entry.machine_at} />
              </Table.Td>
            </Table.Tr>
          ))}
      </ListTable>
      <Older list={list} />
      <Drawer opened={one !== undefined} onClose={() => void navigate({ to: base })} position="right" size="lg" title="Request">
        {one && <Inspector entry={one} />}
      </Drawer>
    </>
  );
}

function Inspector({ entry }: { readonly entry: Entry }): JSX.Element {
  return (
    <Stack>
      <Text fw={600} className="breaks">
        {entry.method} {entry.path}
      </Text>
      {entry.error && <Trouble error={entry.error.message} />}
      <Text size="sm" c="dimmed" className="breaks">
        {entry.request_id}
        {entry.key && `, key ${entry.key}…`}
        {entry.fault && `, fault ${entry.fault}`}
      </Text>
      <Title order={3} size="h5">
        As curl
      </Title>
      <Json of={merchantCurl(entry)} label="The request as curl" />
      <Title order={3} size="h5">
        Parameters
      </Title>
      <Json of={{ ...entry.query, ...entry.parameters }} label="Parameters" />
      <Title order={3} size="h5">
        Answer{entry.answer_cut && ', cut'}
      </Title>
      <Json of={entry.answer ?? 'none'} label="Answer" />
    </Stack>
  );
}
