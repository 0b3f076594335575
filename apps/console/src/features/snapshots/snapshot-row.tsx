import { ActionIcon, Button, Group, Table } from '@mantine/core';
import { KebabHorizontalIcon } from '@primer/octicons-react';
import type { JSX } from 'react';
import type { Schemas } from '../../api/client';
import { make } from '../../api/curl';
import { Replace, useReplace, type Replacement } from '../sandboxes/replace-sandbox';
import { heldText } from './held-text';
import { ActionButton, useAct, type Action } from '../../ui/action-button';
import { MenuButton } from '../../ui/menu-button';
import { useIsPhone } from '../../ui/phone';
import { fullTime, timeText } from '../../ui/time-text';
import { Time } from '../../ui/time';

type Snapshot = Schemas['Snapshot'];

interface SnapshotRowProps {
  readonly snapshot: Snapshot;
  /** The path of all snapshots. */
  readonly base: string;
  /** The snapshot that was saved before this one. */
  readonly before: string | undefined;
  readonly onCompare: (from: string) => void;
}

/** A snapshot with what can be done to it: buttons, and a menu on a phone. */
export function SnapshotRow({ snapshot, base, before, onCompare }: SnapshotRowProps): JSX.Element {
  const { name, at, machine_at: machineAt, rows, frozen } = snapshot;
  const isPhone = useIsPhone();
  const path = `${base}/${encodeURIComponent(name)}`;
  const actions: SnapshotActions = {
    restore: {
      call: { method: 'POST', path: `${path}/restore` },
      done: (answer) => `Snapshot "${name}" restored.${heldText(answer as Schemas['Restore'])}`,
      question: { title: `Restore "${name}"?`, confirm: 'Restore snapshot' },
      consequence: `Puts the ${rows.toLocaleString('en')} rows of the snapshot in their place, with its clock and settings. Keys and webhook URL stay.`,
      word: 'restore',
    },
    compare:
      before === undefined ? undefined : { label: `Compare with ${before}`, run: () => onCompare(before) },
    file: { href: `${path}/export`, name: `${name}.ndjson` },
    remove: {
      call: { method: 'DELETE', path },
      done: `Snapshot "${name}" deleted`,
      question: {
        title: `Delete "${name}"?`,
        consequence: `Deletes the ${rows.toLocaleString('en')} rows of this snapshot. The sandbox stays as it is.`,
        confirm: 'Delete snapshot',
      },
    },
  };
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
        {isPhone ? <ActionsMenu of={actions} name={name} /> : <ActionButtons of={actions} />}
      </Table.Td>
    </Table.Tr>
  );
}

interface SnapshotActions {
  readonly restore: Omit<Replacement, 'label' | 'run'> & Pick<Action, 'call'>;
  /** Undefined for the first snapshot. */
  readonly compare: { readonly label: string; readonly run: () => void } | undefined;
  readonly file: { readonly href: string; readonly name: string };
  readonly remove: Omit<Action, 'label'>;
}

function ActionButtons({
  of: { restore, compare, file, remove },
}: {
  readonly of: SnapshotActions;
}): JSX.Element {
  return (
    <Group gap="xs">
      <Replace {...restore}>Restore…</Replace>
      <Button
        size="xs"
        variant="subtle"
        title={compare?.label}
        aria-label={compare?.label}
        onClick={compare?.run}
        disabled={!compare}
      >
        Compare
      </Button>
      <Button component="a" size="xs" variant="subtle" href={file.href} download={file.name}>
        Export
      </Button>
      <ActionButton variant="subtle" c="var(--bad)" {...remove}>
        Delete…
      </ActionButton>
    </Group>
  );
}

interface ActionsMenuProps {
  readonly of: SnapshotActions;
  /** Name of the snapshot. */
  readonly name: string;
}

function ActionsMenu({ of: { restore, compare, file, remove }, name }: ActionsMenuProps): JSX.Element {
  const replace = useReplace();
  const act = useAct();
  return (
    <MenuButton
      target={
        <ActionIcon
          variant="default"
          size={44}
          aria-label={`Actions for ${name}`}
          loading={replace.isPending || act.isPending}
        >
          <KebabHorizontalIcon />
        </ActionIcon>
      }
      entries={[
        {
          label: 'Restore…',
          call: restore.call,
          onClick: () => replace.press({ ...restore, label: 'Restore…', run: () => make(restore.call) }),
        },
        ...(compare ? [{ label: compare.label, onClick: compare.run }] : []),
        { label: 'Export', file },
        {
          label: 'Delete…',
          call: remove.call,
          isApart: true,
          isBad: true,
          onClick: () => act.press({ ...remove, label: 'Delete…' }),
        },
      ]}
    />
  );
}
