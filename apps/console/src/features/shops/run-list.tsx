import { Skeleton, Table } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { Empty } from '../../ui/empty';
import { ListTable } from '../../ui/list-table';
import { MachineTime } from '../../ui/machine-time';
import { pathIn, usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { Trouble } from '../../ui/trouble';
import { labelOf } from '../../ui/words';
import type { RunKind, ShopRun } from './shop-words';

interface RunListProps<T extends ShopRun> {
  readonly kind: RunKind;
  readonly runs: UseQueryResult<{ readonly data: readonly T[] }>;
  readonly outcomeOf: (run: T) => string;
  /** The head of the column of results. */
  readonly head: string;
  readonly resultsOf: (run: T) => string;
}

/** The last runs of the sandbox. */
export function RunList<T extends ShopRun>(props: RunListProps<T>): JSX.Element {
  const { kind, runs, outcomeOf, head, resultsOf } = props;
  const place = usePlace();
  const list = runs.data?.data ?? [];
  return (
    <>
      {runs.error && <Trouble error={runs.error} what={`${kind}s`} />}
      {!runs.data && !runs.error && <Skeleton h={120} />}
      {runs.data && list.length === 0 && (
        <Empty title={`No ${kind}s yet`}>
          Start one above, or with tollgate {kind} --sandbox {place.name}.
        </Empty>
      )}
      {list.length > 0 && (
        <ListTable
          label={`${labelOf(kind)}s`}
          heads={['Started', 'Result', head, 'Receiver']}
          extra={['Receiver']}
        >
          {list.map((run) => (
            <Table.Tr key={run.id}>
              <Table.Td>
                <Link to={pathIn(place, `/${kind}s/${run.id}`)}>
                  <MachineTime at={run.machine_at} />
                </Link>
              </Table.Td>
              <Table.Td>
                <Status of={outcomeOf(run)} />
              </Table.Td>
              <Table.Td className="breaks">{resultsOf(run) || run.problem || '–'}</Table.Td>
              <Table.Td className="breaks extra" miw={260}>
                {run.receiver}
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </>
  );
}
