import { Button, Group, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { useCopy } from '../ui/copy-text';

interface SelectionBarProps {
  readonly ids: readonly string[];
  readonly onClear: () => void;
  /** Actions on the selected rows. */
  readonly children: ReactNode;
}

/** Actions on the selected rows; nothing without a selection. */
export function SelectionBar({ ids, onClear, children }: SelectionBarProps): JSX.Element | null {
  const { isCopied, copy } = useCopy();
  if (ids.length === 0) return null;
  return (
    <Group gap="xs" mb="sm" role="region" aria-label="Selection">
      <Text size="sm">{ids.length} selected</Text>
      {children}
      <Button size="xs" variant="default" onClick={() => copy(ids.join('\n'))}>
        {isCopied ? 'Copied' : 'Copy IDs'}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear selection
      </Button>
    </Group>
  );
}
