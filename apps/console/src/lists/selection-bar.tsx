import { Button, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { JSX, ReactNode } from 'react';

interface SelectionBarProps {
  readonly ids: readonly string[];
  readonly onClear: () => void;
  /** Actions on the selected rows. */
  readonly children: ReactNode;
}

/** Actions on the selected rows; nothing without a selection. */
export function SelectionBar({ ids, onClear, children }: SelectionBarProps): JSX.Element | null {
  const clipboard = useClipboard();
  if (ids.length === 0) return null;
  return (
    <Group gap="xs" mb="sm" role="region" aria-label="Selection">
      <Text size="sm">{ids.length} selected</Text>
      {children}
      <Button size="xs" variant="default" onClick={() => clipboard.copy(ids.join('\n'))}>
        {clipboard.copied ? 'Copied' : 'Copy IDs'}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear selection
      </Button>
    </Group>
  );
}
