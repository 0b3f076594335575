import { Anchor, Group, Select, Table, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type JSX } from 'react';
import { answerOf, api } from '../api/client';
import { sandboxPath, usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { Act } from '../parts/act';
import { Older, useBackwards } from '../parts/backwards';
import { Inboxes } from '../parts/inboxes';
import { Instant } from '../parts/instant';
import { ListTable } from '../parts/list-table';
import { Status } from '../parts/status';

const STATES = ['pending', 'held', 'delivered', 'exhausted'];

/** The deliveries of a mode, the latest first, and what can be done to many of them. */
export function Webhooks(): JSX.Element {
  const place = usePlace();
  const [status, setStatus] = useState<string | null>(null);
  const { name, mode } = place;
  const list = useBackwards(['deliveries', name, mode, status], (before) => {
    const query = { before, limit: 50, livemode: String(mode === 'live'), ...(status && { status }) };
    return answerOf(api.GET('/api/sandboxes/{name}/deliveries', { params: { path: { name }, query } }));
  });
  if (list.error) return <Trouble error={list.error} />;
  const post = (action: string, body?: object) => ({ method: 'POST' as const, path: `${sandboxPath(place)}/${action}`, body });
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        Webhooks
      </Title>
      <Group mb="sm" align="flex-end">
        <Select size="xs" label="State" data={STATES} value={status} onChange={setStatus} clearable placeholder="all" />
        <Act call={post('webhooks/hold')}>Hold</Act>
        <Act call={post('webhooks/release')}>Release</Act>
        <Act call={post('webhooks/release', { order: 'reversed' })}>Release reversed</Act>
        <Act call={post('deliveries/redeliver', { status: 'exhausted' })}>Send exhausted ones again</Act>
      </Group>
      <ListTable label="Deliveries" heads={['Event', 'Status', 'Attempts', 'To', 'Made']}>
        {list.items.map((delivery) => (
          <Table.Tr key={delivery.id}>
            <Table.Td>
              <Anchor component={Link} to={`/sandboxes/${name}/${mode}/webhooks/${delivery.id}`} size="sm">
                {delivery.key}
              </Anchor>
            </Table.Td>
            <Table.Td>
              <Status of={delivery.status} />
            </Table.Td>
            <Table.Td>{delivery.attempt_count}</Table.Td>
            <Table.Td className="breaks">{delivery.uri}</Table.Td>
            <Table.Td>
              <Instant at={delivery.at} machineAt={delivery.machine_at} />
            </Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
      <Older list={list} />
      <Inboxes />
    </>
  );
}
