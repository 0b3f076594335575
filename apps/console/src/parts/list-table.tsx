import { Table } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Wide } from './wide';

interface ListTableProps {
  /** What is in it, for whoever does not see it. */
  readonly label: string;
  readonly heads: readonly string[];
  /** Its rows. */
  readonly children: ReactNode;
}

/** A list as a table, which is scrolled by itself where the page is narrow. */
export function ListTable({ label, heads, children }: ListTableProps): JSX.Element {
  return (
    <Wide label={label}>
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
