import { Anchor, Checkbox, Group, Paper, Select, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { sandboxPath, usePlace } from '../app/place';
import { Act } from '../ui/act';
import { Empty } from '../ui/empty';
import { IdText } from '../ui/id-text';
import { ListTable } from '../ui/list-table';
import { moneyText } from '../ui/money';
import { PageHeader } from '../ui/page-header';
import { Time } from '../ui/time';
import { Trouble } from '../ui/trouble';
import { labelOf } from '../ui/words';

type Snapshot = Schemas['Snapshot'];

/** The saved states of a sandbox. */
export function Snapshots(): JSX.Element {
  const place = usePlace();
  const { name } = place;
  const [newName, setNewName] = useState('');
  const list = useQuery({
    queryKey: ['snapshots', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/snapshots', { params: { path: { name } } })),
  });
  const base = `${sandboxPath(place)}/snapshots`;
  const snapshots = list.data?.data ?? [];
  return (
    <>
      <PageHeader title="Snapshots" about="A snapshot holds everything in the sandbox, its clock included." />
      <Group align="flex-end" mb="md">
        <TextInput size="xs" label="Snapshot name" value={newName} onChange={(event) => setNewName(event.currentTarget.value)} />
        <Act
          call={{ method: 'POST', path: base, body: { name: newName } }}
          done={`Snapshot "${newName}" saved`}
          disabled={newName === ''}
          onDone={() => setNewName('')}
        >
          Save snapshot
        </Act>
      </Group>
      {list.error && <Trouble error={list.error} what="snapshots" />}
      {list.data && snapshots.length === 0 && (
        <Empty title="No snapshots yet">Save one before you try something. Restoring it brings everything back.</Empty>
      )}
      {snapshots.length > 0 && (
        <ListTable label="Snapshots" heads={['Name', 'Saved', 'Rows', 'Actions']}>
          {snapshots.map((snapshot) => (
            <SnapshotRow key={snapshot.name} snapshot={snapshot} base={base} />
          ))}
        </ListTable>
      )}
      {snapshots.length > 1 && <Comparison snapshots={snapshots} />}
    </>
  );
}

function SnapshotRow({
  snapshot: { name, at, machine_at: machineAt, rows, frozen },
  base,
}: {
  readonly snapshot: Snapshot;
  readonly base: string;
}): JSX.Element {
  const place = usePlace();
  const path = `${base}/${encodeURIComponent(name)}`;
  return (
    <Table.Tr>
      <Table.Td className="breaks">{name}</Table.Td>
      <Table.Td>
        <Time at={at} machineAt={machineAt} />
        {frozen && ' · clock frozen'}
      </Table.Td>
      <Table.Td className="numbers">{rows}</Table.Td>
      <Table.Td>
        <Group gap="xs">
          <Act
            call={{ method: 'POST', path: `${path}/restore` }}
            done={`Snapshot "${name}" restored. Webhooks are paused.`}
            question={{
              title: `Restore "${name}"?`,
              consequence: <Replaced sandbox={place.name} rows={rows} />,
              confirm: 'Restore snapshot',
            }}
          >
            Restore…
          </Act>
          <Anchor size="sm" href={`${path}/export`} download={`${name}.jsonl`}>
            Export
          </Anchor>
          <Act
            call={{ method: 'DELETE', path }}
            done={`Snapshot "${name}" deleted`}
            question={{
              title: `Delete "${name}"?`,
              consequence: `Deletes the ${rows} rows of this snapshot. The sandbox stays as it is.`,
              confirm: 'Delete snapshot',
            }}
          >
            Delete…
          </Act>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** "Deletes 70 charges, 4 customers and 212 webhooks", for the question before a reset or a restore. */
export function Replaced({ sandbox, rows }: { readonly sandbox: string; readonly rows?: number }): JSX.Element {
  const counts = useQuery({
    queryKey: ['counts', sandbox],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/objects', { params: { path: { name: sandbox } } })),
  });
  const found = counts.data?.data.filter(({ count }) => count > 0).map(({ kind, count }) => `${count} ${nounOf(kind, count)}`);
  return (
    <>
      {found ? `Deletes ${found.length > 0 ? found.join(', ') : 'nothing: the sandbox is empty'}.` : 'Deletes everything in the sandbox.'}{' '}
      {rows !== undefined && `Puts the ${rows} rows of the snapshot in its place and pauses webhooks. `}
      Keys and settings stay.
    </>
  );
}

function nounOf(kind: string, count: number): string {
  const plural = kind === 'deliveries' ? 'webhooks' : kind.replaceAll('_', ' ');
  return count === 1 ? plural.replace(/s$/, '') : plural;
}

/** Rows that follow from others: they are hidden until asked for. */
const BOOKKEEPING = /^(webhook_|event|journal_entry|request_log|timeline|act$)/;

function Comparison({ snapshots }: { readonly snapshots: readonly Snapshot[] }): JSX.Element {
  const { name } = usePlace();
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [isAll, setIsAll] = useState(false);
  const names = snapshots.map((snapshot) => snapshot.name);
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
  const rows = diff.data?.data ?? [];
  const hidden = rows.filter(({ kind }) => BOOKKEEPING.test(kind));
  const shown = isAll ? rows : rows.filter((row) => !hidden.includes(row));
  return (
    <Stack mt="lg">
      <Title order={2}>Compare</Title>
      <Group align="flex-end">
        <Select size="xs" label="From" searchable data={names} value={from} onChange={setFrom} />
        <Select size="xs" label="To" searchable data={names} value={to} onChange={setTo} />
        {hidden.length > 0 && (
          <Checkbox
            size="xs"
            mb={7}
            label={`Show ${hidden.length} event, webhook and ledger records`}
            checked={isAll}
            onChange={(event) => setIsAll(event.currentTarget.checked)}
          />
        )}
      </Group>
      {diff.error && <Trouble error={diff.error} what="the comparison" />}
      {diff.data && (
        <Stack role="region" aria-label="Differences" gap="xs">
          <Text size="sm">{summaryOf(shown) || 'No differences.'}</Text>
          {shown.map((row) => (
            <Difference key={`${row.kind} ${row.id}`} row={row} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

type RowDiff = Schemas['RowDiff'];

/** "1 refund added · 2 charges changed". */
function summaryOf(rows: readonly RowDiff[]): string {
  const counts = new Map<string, number>();
  for (const { kind, change } of rows) counts.set(`${kind} ${change}`, (counts.get(`${kind} ${change}`) ?? 0) + 1);
  return [...counts]
    .map(([key, count]) => {
      const [kind = '', change = ''] = key.split(' ');
      return `${count} ${labelOf(kind).toLowerCase()}${count === 1 ? '' : 's'} ${change}`;
    })
    .join(' · ');
}

function Difference({ row: { kind, id, currency, change, fields } }: { readonly row: RowDiff }): JSX.Element {
  const entries = Object.entries(fields);
  return (
    <Paper withBorder p="sm">
      <Group gap="xs" mb={change === 'changed' ? 4 : 0}>
        <Text size="sm" fw={600}>
          {labelOf(kind)} {change}
        </Text>
        <IdText id={id} />
      </Group>
      {change === 'changed' && (
        <Table fz="xs" withRowBorders={false} verticalSpacing={2}>
          <Table.Tbody>
            {entries.map(([field, { from, to }]) => (
              <Table.Tr key={field}>
                <Table.Td w="30%">{field}</Table.Td>
                <Table.Td className="breaks">
                  {valueText(field, from, currency)} → {valueText(field, to, currency)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  );
}

function valueText(field: string, value: unknown, currency: string | null): string {
  if (value === null || value === undefined) return '–';
  if (currency && /amount$/.test(field) && typeof value === 'number') return moneyText({ amount: value, currency });
  return typeof value === 'string' ? value : JSON.stringify(value);
}
