import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { JSX } from 'react';

interface UndoMessageProps {
  readonly text: string;
  readonly onUndo: () => void;
}

/** The message of a notification about a change that can be undone. */
export function UndoMessage({ text, onUndo }: UndoMessageProps): JSX.Element {
  const undo = (): void => {
    // The pointer is above it, which keeps it and all others in sight, and those that follow in a queue.
    notifications.clean();
    onUndo();
  };
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{text}</span>
      <Button
        size="compact-sm"
        variant="light"
        onClick={undo}
        style={{ flexShrink: 0, pointerEvents: 'auto' }}
      >
        Undo
      </Button>
    </Group>
  );
}
