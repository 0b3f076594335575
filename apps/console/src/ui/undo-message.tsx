import { Button, Group } from '@mantine/core';
import type { JSX } from 'react';
import { closeNotices } from './notify';

interface UndoMessageProps {
  readonly text: string;
  readonly onUndo: () => void;
}

/** The message of a notification about a change that can be undone. */
export function UndoMessage({ text, onUndo }: UndoMessageProps): JSX.Element {
  const undo = (): void => {
    // The pointer is above them, which keeps them in sight.
    closeNotices();
    onUndo();
  };
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{text}</span>
      <Button size="compact-sm" variant="light" onClick={undo} style={{ flexShrink: 0 }}>
        Undo
      </Button>
    </Group>
  );
}
