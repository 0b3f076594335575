import { Button, Group, Skeleton, Stack, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState, type JSX } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { loading } from '../../api/load';
import { Replace } from '../sandboxes/replace-sandbox';
import { heldText } from './held-text';
import { ImportButton } from './import-file';
import type { Pair } from './snapshot-comparison';
import { ActionButton } from '../../ui/action-button';
import { Empty } from '../../ui/empty';
import { Form } from '../../ui/form';
import { ListTable } from '../../ui/list-table';
import { PageHeader } from '../../ui/page-header';
import { sandboxPath, usePlace } from '../../ui/place';
import { fullTime, timeText } from '../../ui/time-text';
import { Time } from '../../ui/time';
import { Trouble } from '../../ui/trouble';

type Snapshot = Schemas['Snapshot'];

const Comparison = lazy(loading(() => import('./snapshot-comparison')));

/** The saved states of a sandbox. */
export function Snapshots(): JSX.Element {
  const place = usePlace();
  const { name } = place;
  const [newName, setNewName] = useState('');
  const { from = null, to = null }: Partial<Pair> = useSearch({ strict: false });
  const navigate = useNavigate();
  const setPair = (pair: Pair): void =>
    void navigate({
      to: '.',
      search: { from: pair.from ?? undefined, to: pair.to ?? undefined } as never,
      replace: true,
    });
  const list = useQuery({
    queryKey: ['snapshots', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/snapshots', { params: { path: { name } } })),
  });
  const base = `${sandboxPath(place)}/snapshots`;
  const snapshots = list.data?.data ?? [];
  return (
    <Stack>
      <PageHeader
        title="Snapshots"
        about="A snapshot holds all objects of both modes, the clock and the settings. A sandbox can have 20."
      >
        <ImportButton />
      </PageHeader>
      <Form>
        <Group align="flex-end">
          <TextInput
            size="xs"
            label="Snapshot name"
            placeholder="before-checkout"
            value={newName}
            onChange={(event) => setNewName(event.currentTarget.value)}
          />
          <ActionButton
            type="submit"
            call={{ method: 'POST', path: base, body: { name: newName } }}
            done={(saved) =>
              `Snapshot "${(saved as Snapshot).name}" saved: ${(saved as Snapshot).rows.toLocaleString('en')} rows`
            }
            disabled={newName === ''}
            onDone={() => setNewName('')}
          >
            Save snapshot
          </ActionButton>
        </Group>
      </Form>
      {list.error && <Trouble error={list.error} what="snapshots" />}
      {!list.data && !list.error && <Skeleton h={120} />}
      {list.data && snapshots.length === 0 && (
        <Empty title="No snapshots yet">
          Save one before you try something. Restoring it brings everything back.
        </Empty>
      )}
      {snapshots.length > 0 && (
        <ListTable
          label="Snapshots"
          heads={['Name', 'Created', 'Clock', 'Rows', 'Actions']}
          buttons="Actions"
          right={['Rows']}
          extra={['Clock', 'Rows']}
        >
          {snapshots
            .map((snapshot, index) => (
              <SnapshotRow
                key={snapshot.name}
                snapshot={snapshot}
                base={base}
                before={snapshots[index - 1]?.name}
                onCompare={(earlier) => setPair({ from: earlier, to: snapshot.name })}
              />
            ))
            .toReversed()}
        </ListTable>
      )}
      {snapshots.length > 1 && (
        <Suspense fallback={<Skeleton h={60} />}>
          <Comparison
            names={snapshots.map((snapshot) => snapshot.name)}
            pair={{ from, to }}
            onChange={setPair}
          />
        </Suspense>
      )}
    </Stack>
  );
}

interface SnapshotRowProps {
  readonly snapshot: Snapshot;
  readonly base: string;
  /** The snapshot that was saved before this one. */
  readonly before: string | undefined;
  readonly onCompare: (from: string) => void;
}

function SnapshotRow({ snapshot, base, before, onCompare }: SnapshotRowProps): JSX.Element {
  const { name, at, machine_at: machineAt, rows, frozen } = snapshot;
  const path = `${base}/${encodeURIComponent(name)}`;
  return (
    <Table.Tr>
      <Table.Td className="breaks" miw={90}>
        {name}
      </Table.Td>
      <Table.Td>
        <time dateTime={machineAt} title={`${fullTime(machineAt)} on your machine`} className="numbers whole">
          {timeText(new Date(machineAt), new Date())}
        </time>
      </Table.Td>
      <Table.Td className="extra">
        <Time at={at} machineAt={machineAt} />
        {frozen && ' · frozen'}
      </Table.Td>
      <Table.Td className="numbers right extra">{rows.toLocaleString('en')}</Table.Td>
      <Table.Td>
        <Group gap="xs">
          <Replace
            call={{ method: 'POST', path: `${path}/restore` }}
            done={(answer) => `Snapshot "${name}" restored.${heldText(answer as Schemas['Restore'])}`}
            question={{ title: `Restore "${name}"?`, confirm: 'Restore snapshot' }}
            consequence={`Puts the ${rows.toLocaleString('en')} rows of the snapshot in their place, with its clock and settings. Keys and webhook URL stay.`}
            word="restore"
          >
            Restore…
          </Replace>
          {before !== undefined && (
            <Button
              size="xs"
              variant="subtle"
              title={`Compare with ${before}`}
              aria-label={`Compare with ${before}`}
              onClick={() => onCompare(before)}
            >
              Compare
            </Button>
          )}
          <Button
            component="a"
            size="xs"
            variant="subtle"
            href={`${path}/export`}
            download={`${name}.ndjson`}
          >
            Export
          </Button>
          <ActionButton
            variant="subtle"
            c="var(--bad)"
            call={{ method: 'DELETE', path }}
            done={`Snapshot "${name}" deleted`}
            question={{
              title: `Delete "${name}"?`,
              consequence: `Deletes the ${rows.toLocaleString('en')} rows of this snapshot. The sandbox stays as it is.`,
              confirm: 'Delete snapshot',
            }}
          >
            Delete…
          </ActionButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
