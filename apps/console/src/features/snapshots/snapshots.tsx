import { Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState, type JSX } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { loading } from '../../api/load';
import { ImportButton } from './import-file';
import type { Pair } from './snapshot-comparison';
import { SnapshotRow } from './snapshot-row';
import { ActionButton } from '../../ui/action-button';
import { Empty } from '../../ui/empty';
import { Form } from '../../ui/form';
import { ListTable } from '../../ui/list-table';
import { PageHeader } from '../../ui/page-header';
import { sandboxPath, usePlace } from '../../ui/place';
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
