import { ActionIcon } from '@mantine/core';
import { SlidersIcon } from '@primer/octicons-react';
import type { JSX } from 'react';
import { MenuButton } from '../ui/menu-button';
import type { MenuEntry } from '../ui/menu-of';
import type { View } from './view';

interface ViewMenuProps {
  /** The names of the columns that can be hidden. */
  readonly columns: readonly string[];
  readonly view: View;
  /** Further entries, at the end. */
  readonly more: readonly MenuEntry[];
}

/** Shows and hides the columns of a list, sets the height of its rows and chooses the orders shown. */
export function ViewMenu({
  columns,
  view: { hidden, toggle, isCompact, setIsCompact },
  more,
}: ViewMenuProps): JSX.Element {
  return (
    <MenuButton
      target={
        <ActionIcon variant="subtle" color="gray" size={24} aria-label="Columns and rows">
          <SlidersIcon size={14} />
        </ActionIcon>
      }
      entries={[
        ...columns.map((column) => ({
          label: column,
          check: { isOn: !hidden.includes(column), isOneOfSeveral: false },
          onClick: () => toggle(column),
        })),
        {
          label: 'Compact rows',
          isApart: true,
          check: { isOn: isCompact, isOneOfSeveral: false },
          onClick: () => setIsCompact(!isCompact),
        },
        ...more,
      ]}
    />
  );
}
