import { ActionIcon, Anchor, Group, Paper, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../../api/client';
import { ActionButton } from '../../ui/action-button';
import { sandboxPath, usePlace } from '../../ui/place';
import { Wide } from '../../ui/wide';
import { OtherMode } from '../../ui/other-mode';

type Delivery = Schemas['ListedDelivery'];

/** More are not put in order one by one. */
const LIMIT = 50;
const REFRESH_MS = 30_000;

/** The held webhooks of the mode in the order of sending, which can be changed. */
export function HeldWebhooks(): JSX.Element | null {
  const place = usePlace();
  const { name, mode } = place;
  const [order, setOrder] = useState<readonly string[]>([]);
  const held = useQuery({
    queryKey: ['held', name, mode, 'ordered'],
    queryFn: () => {
      const query = { status: 'held', limit: LIMIT, livemode: String(mode === 'live') };
      return answerOf(api.GET('/api/sandboxes/{name}/deliveries', { params: { path: { name }, query } }));
    },
    refetchInterval: every(REFRESH_MS),
  });
  const counts = useQuery({
    queryKey: ['held', name, mode, 'other'],
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes/{name}/deliveries/counts', {
          params: { path: { name }, query: { livemode: String(mode !== 'live') } },
        }),
      ),
    refetchInterval: every(REFRESH_MS),
  });
  const others = counts.data?.held ?? 0;
  const deliveries = inOrder(held.data?.data ?? [], order);
  if (deliveries.length === 0) return <OtherMode count={others} noun="held webhook" page="/webhooks" />;
  const ids = deliveries.map(({ id }) => id);
  const post = (action: string, body?: object) => ({
    method: 'POST' as const,
    path: `${sandboxPath(place)}/${action}`,
    body,
  });
  return (
    <Paper withBorder p="sm" mb="sm">
      <Group>
        <Title order={2}>
          {deliveries.length} held {deliveries.length === 1 ? 'webhook' : 'webhooks'}
        </Title>
        <ActionButton call={post('webhooks/release', { order: ids })} done="Held webhooks sent in this order">
          Send in this order
        </ActionButton>
        <ActionButton
          call={post('webhooks/release', { order: ids.toReversed() })}
          done="Held webhooks sent in reverse order"
        >
          Send in reverse order
        </ActionButton>
      </Group>
      <OtherMode count={others} noun="held webhook" page="/webhooks" />
      {others > 0 && (
        <Text size="sm" c="dimmed">
          They are sent after these: deliveries of both modes resume.
        </Text>
      )}
      <Wide label="Held webhooks">
        <Table>
          <Table.Tbody>
            {deliveries.map(({ id, key, object_id: objectId }, index) => (
              <Table.Tr key={id}>
                <Table.Td w={80}>
                  <Group gap={4} wrap="nowrap">
                    <Move
                      label={`Move ${key} up`}
                      sign="↑"
                      isOff={index === 0}
                      onClick={() => setOrder(swapped(ids, index - 1))}
                    />
                    <Move
                      label={`Move ${key} down`}
                      sign="↓"
                      isOff={index === ids.length - 1}
                      onClick={() => setOrder(swapped(ids, index))}
                    />
                  </Group>
                </Table.Td>
                <Table.Td>
                  <Anchor component={Link} to={`/sandboxes/${name}/${place.mode}/webhooks/${id}`} size="sm">
                    {key}
                  </Anchor>
                </Table.Td>
                <Table.Td>
                  <Text size="xs" c="dimmed" ff="monospace" className="whole">
                    {objectId}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <ActionButton call={post(`deliveries/${id}/redeliver`, {})} done={`Webhook sent: ${key}`}>
                    Send now
                  </ActionButton>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Wide>
    </Paper>
  );
}

interface MoveProps {
  readonly label: string;
  readonly sign: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

function Move({ label, sign, isOff, onClick }: MoveProps): JSX.Element {
  return (
    <ActionIcon size="sm" variant="default" aria-label={label} disabled={isOff} onClick={onClick}>
      {sign}
    </ActionIcon>
  );
}

/** The moved webhooks, followed by newer ones. */
function inOrder(deliveries: readonly Delivery[], order: readonly string[]): readonly Delivery[] {
  const ordered = order.flatMap((id) => deliveries.filter((one) => one.id === id));
  return [...ordered, ...deliveries.filter(({ id }) => !order.includes(id))];
}

/** With this one and the next swapped. */
function swapped(ids: readonly string[], index: number): readonly string[] {
  const [first = '', second = ''] = ids.slice(index, index + 2);
  return [...ids.slice(0, index), second, first, ...ids.slice(index + 2)];
}
