import { Table } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Wide } from './wide';

interface ListTableProps {
  /** Its accessible name. */
  readonly label: string;
  readonly heads: readonly string[];
  readonly children: ReactNode;
}

/** A short list as a table. */
export function ListTable({ label, heads, children }: ListTableProps): JSX.Element {
  return (
    <Wide label={label} isBoxed>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Wide>
  );
}
