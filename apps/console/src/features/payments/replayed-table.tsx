import { Table } from '@mantine/core';
import type { JSX } from 'react';
import { ListTable } from '../../ui/list-table';
import { Status } from '../../ui/status';
import { toneOfHttp } from '../../ui/tone';
import { responseWords } from '../../ui/words';
import type { Replayed } from './replayed';

interface ReplayedTableProps {
  /** In the order of sending. */
  readonly of: readonly Replayed[];
  readonly isSending: boolean;
}

/** The webhooks of a replay, with the original response and the new one. */
export function ReplayedTable({ of, isSending }: ReplayedTableProps): JSX.Element {
  return (
    <ListTable label="Webhooks in order" heads={['At', 'Event', 'Original', 'Replay']} extra={['At']}>
      {of.map((webhook, place) => (
        <Table.Tr key={`${webhook.event} ${place}`}>
          <Table.Td className="numbers extra">{offsetText(webhook.offsetMs)}</Table.Td>
          <Table.Td>{webhook.key}</Table.Td>
          <Table.Td>{originalText(webhook.original)}</Table.Td>
          <Table.Td>
            <NewAnswer of={webhook.answer} isSending={isSending} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}

function NewAnswer({ of, isSending }: { readonly of: Replayed['answer']; readonly isSending: boolean }) {
  if (!of) return isSending ? 'waiting…' : '–';
  const { status, error, ms } = of;
  return (
    <>
      <Status
        of={error === null ? 'delivered' : 'failed'}
        tone={error === null ? 'good' : toneOfHttp(status && status < 400 ? undefined : status)}
        label={responseWords(status, status === null ? error : null)}
      />{' '}
      <span className="numbers">in {Math.round(ms)} ms</span>
      {status === null && error?.includes('. ') && <div>{error}</div>}
    </>
  );
}

function originalText({ status, error }: Replayed['original']): string {
  return status === null && error === null ? 'never sent' : responseWords(status, error);
}

/** `+0.4 s` after the first one. */
function offsetText(ms: number): string {
  return ms < 60_000 ? `+${(ms / 1_000).toFixed(1)} s` : `+${(ms / 60_000).toFixed(1)} min`;
}
