import { Group, Paper, Stack, Switch, Table, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type JSX } from 'react';
import { answerOf, api } from '../api/client';
import { usePlace } from '../app/place';
import { Act } from '../ui/act';
import { ListTable } from '../ui/list-table';
import { PageHeader } from '../ui/page-header';
import { Time } from '../ui/time';
import { Trouble } from '../ui/trouble';

const LIMIT = 100;
const PAUSE_MS = 200;

/** All sandboxes, and creating one. */
export function Sandboxes(): JSX.Element {
  const { mode } = usePlace();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  const list = useQuery({
    queryKey: ['sandboxes', 'list', search],
    queryFn: () => answerOf(api.GET('/api/sandboxes', { params: { query: { limit: LIMIT, ...(search && { search }) } } })),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title="Sandboxes" about="Each sandbox has keys, objects, a clock and webhooks of its own." />
      <Stack>
        <NewSandbox />
        <TextInput
          size="xs"
          data-search
          aria-label="Filter"
          placeholder="Search by name"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {list.error && <Trouble error={list.error} what="sandboxes" />}
        <ListTable label="Sandboxes" heads={['Name', 'Auto-approve', 'Clock', 'Expires']}>
          {list.data?.data.map(({ name, auto_approve: isApproving, clock, expires_at: expiresAt }) => (
            <Table.Tr key={name}>
              <Table.Td className="breaks">
                <Link to="/sandboxes/$name/$mode" params={{ name, mode }}>
                  {name}
                </Link>
              </Table.Td>
              <Table.Td>{isApproving ? 'On' : 'Off'}</Table.Td>
              <Table.Td>
                <Time at={clock.now} />
                {clock.frozen && ' · frozen'}
              </Table.Td>
              <Table.Td>{expiresAt ? <Time at={expiresAt} /> : 'Never'}</Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      </Stack>
    </>
  );
}

function NewSandbox(): JSX.Element {
  const { mode } = usePlace();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [uri, setUri] = useState('');
  const [isApproving, setIsApproving] = useState(false);
  const body = { ...(name !== '' && { name }), ...(uri !== '' && { webhook_uri: uri }), ...(isApproving && { auto_approve: true }) };
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="sm">
        Create a sandbox
      </Title>
      <Group align="flex-end">
        <TextInput size="xs" label="Name (generated if empty)" value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <TextInput
          size="xs"
          label="Webhook URL (optional)"
          placeholder="http://localhost:3000/webhooks"
          value={uri}
          onChange={(event) => setUri(event.currentTarget.value)}
        />
        <Switch
          size="sm"
          mb={5}
          label="Auto-approve payments"
          checked={isApproving}
          onChange={(event) => setIsApproving(event.currentTarget.checked)}
        />
        <Act
          call={{ method: 'POST', path: '/api/sandboxes', body }}
          done={(made) => `Sandbox "${(made as { name: string }).name}" created`}
          onDone={(made) =>
            void navigate({ to: '/sandboxes/$name/$mode/settings', params: { name: (made as { name: string }).name, mode } })
          }
        >
          Create sandbox
        </Act>
      </Group>
    </Paper>
  );
}
