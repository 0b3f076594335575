import { Table, VisuallyHidden } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Wide } from './wide';

interface ListTableProps {
  /** Its accessible name. */
  readonly label: string;
  readonly heads: readonly string[];
  /** The head of a column of buttons, which name themselves: it is read aloud and not seen. */
  readonly buttons?: string;
  /**
   * Heads of columns that are left out on a phone, so that the rest fits; their cells have the class `extra`.
   * Without them the table is scrolled there.
   */
  readonly extra?: readonly string[];
  /** Heads of columns of numbers; their cells have the class `right`. */
  readonly right?: readonly string[];
  readonly children: ReactNode;
}

/** A short list as a table. */
export function ListTable({ label, heads, buttons, extra, right, children }: ListTableProps): JSX.Element {
  return (
    <Wide label={label} isBoxed>
      <Table highlightOnHover className={extra && 'fits'}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th
                key={head}
                className={[extra?.includes(head) && 'extra', right?.includes(head) && 'right']
                  .filter(Boolean)
                  .join(' ')}
              >
                {head === buttons ? <VisuallyHidden>{head}</VisuallyHidden> : head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Wide>
  );
}
