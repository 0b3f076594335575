import { Button, Group, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { useCopy } from '../ui/copy-text';
import type { Selection } from './selection';

interface SelectionBarProps {
  readonly selection: Selection;
  /** Actions on the selected rows. */
  readonly children: ReactNode;
}

/** Actions on the selected rows; nothing without a selection. */
export function SelectionBar({ selection: { ids, clear }, children }: SelectionBarProps): JSX.Element | null {
  const { isCopied, copy } = useCopy();
  if (ids.size === 0) return null;
  return (
    <Group gap="xs" mb="sm" role="region" aria-label="Selection">
      <Text size="sm" className="numbers">
        {ids.size.toLocaleString('en')} selected
      </Text>
      {children}
      <Button size="xs" variant="default" onClick={() => copy([...ids].join('\n'))}>
        {isCopied ? 'Copied' : 'Copy IDs'}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={clear}>
        Clear selection
      </Button>
    </Group>
  );
}
