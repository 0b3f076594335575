import { Button, Popover, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { PopupTarget } from './first-press';
import { useCopy } from './copy-text';

/** A command to copy. */
export default function Command({
  target,
  command,
}: {
  readonly target: PopupTarget;
  readonly command: string;
}): JSX.Element {
  const { isCopied, copy } = useCopy();
  return (
    <Popover width={420} withArrow trapFocus returnFocus>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown>
        <Text ff="monospace" fz="xs" className="breaks">
          {command}
        </Text>
        <Button size="compact-sm" mt="xs" variant="light" onClick={() => copy(command)}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
