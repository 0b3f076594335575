import { Table } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Wide } from './wide';

interface ListTableProps {
  /** Its accessible name. */
  readonly label: string;
  readonly heads: readonly string[];
  /**
   * Heads of columns that are left out on a phone, so that the rest fits; their cells have the class `extra`.
   * Without them the table is scrolled there.
   */
  readonly extra?: readonly string[];
  readonly children: ReactNode;
}

/** A short list as a table. */
export function ListTable({ label, heads, extra, children }: ListTableProps): JSX.Element {
  return (
    <Wide label={label} isBoxed>
      <Table highlightOnHover className={extra && 'fits'}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head} className={extra?.includes(head) ? 'extra' : undefined}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Wide>
  );
}
