import { Button, Group, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState, type JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../../api/client';
import { loading } from '../../api/load';
import { CopyInvitation } from './invitation';
import { MachineTime } from '../../ui/machine-time';
import { Empty } from '../../ui/empty';
import { ListTable } from '../../ui/list-table';
import { PageHeader } from '../../ui/page-header';
import { usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { Trouble } from '../../ui/trouble';

type Sandbox = Schemas['ListedSandbox'];

const LIMIT = 100;
const PAUSE_MS = 200;
const REFRESH_MS = 30_000;
/** The API counts so far. */
const COUNTED_CHARGES = 1_000;

const CreateSandbox = lazy(loading(() => import('./create-sandbox')));

/** All sandboxes, those used last first, and creating one. */
export function Sandboxes(): JSX.Element {
  const { mode } = usePlace();
  const [typed, setTyped] = useState('');
  const [isCreating, setIsCreating] = useState(false);
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const list = useQuery({
    queryKey: ['sandboxes', 'list', search],
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes', {
          params: { query: { limit: LIMIT, sort: 'last_used', ...(search && { search }) } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: every(REFRESH_MS),
  });
  const sandboxes = list.data?.data ?? [];
  return (
    <Stack>
      <PageHeader title="Sandboxes" about="Each sandbox has keys, objects, a clock and webhooks of its own.">
        <Button size="xs" onClick={() => setIsCreating(true)}>
          Create sandbox…
        </Button>
      </PageHeader>
      <TextInput
        size="xs"
        data-search
        aria-label="Filter"
        placeholder="Search by name"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {list.error && <Trouble error={list.error} what="sandboxes" />}
      {!list.data && !list.error && <Skeleton h={120} />}
      {list.data && sandboxes.length === 0 && <Empty title="No match">No sandbox has this name.</Empty>}
      {sandboxes.length > 0 && (
        <ListTable
          label="Sandboxes"
          heads={['Name', 'Last request', 'Charges', 'Webhook URL', 'Expires', 'Invite']}
          buttons="Invite"
          right={['Charges']}
          extra={['Charges', 'Webhook URL', 'Expires']}
        >
          {sandboxes.map((sandbox) => (
            <SandboxRow key={sandbox.name} sandbox={sandbox} mode={mode} />
          ))}
        </ListTable>
      )}
      {list.data?.next && (
        <Text size="sm" c="dimmed">
          Showing the {LIMIT} sandboxes with the latest requests. Search by name to find others.
        </Text>
      )}
      {isCreating && (
        <Suspense>
          <CreateSandbox onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

function SandboxRow({
  sandbox,
  mode,
}: {
  readonly sandbox: Sandbox;
  readonly mode: 'test' | 'live';
}): JSX.Element {
  const {
    name,
    last_used_at: lastUsedAt,
    charges,
    expires_at: expiresAt,
    clock,
    auto_approve: isApproving,
  } = sandbox;
  return (
    <Table.Tr>
      <Table.Td className="breaks" miw={80}>
        <Link to="/sandboxes/$name/$mode" params={{ name, mode }}>
          {name}
        </Link>{' '}
        <Group gap={4} display="inline-flex">
          {clock.frozen && <Status of="frozen" tone="info" />}
          {isApproving && <Status of="auto-approve" tone="neutral" />}
        </Group>
      </Table.Td>
      <Table.Td>{lastUsedAt ? <MachineTime at={lastUsedAt} /> : 'Never'}</Table.Td>
      <Table.Td className="numbers right extra">
        {charges.toLocaleString('en')}
        {charges >= COUNTED_CHARGES && ' or more'}
      </Table.Td>
      <Table.Td className="breaks extra" miw={160}>
        {sandbox[mode].webhook_uri ?? '–'}
      </Table.Td>
      <Table.Td className="extra">{expiresAt ? <MachineTime at={expiresAt} /> : 'Never'}</Table.Td>
      <Table.Td>
        <CopyInvitation sandbox={sandbox} />
      </Table.Td>
    </Table.Tr>
  );
}
