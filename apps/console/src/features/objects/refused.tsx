import { Button, Group, Text } from '@mantine/core';
import { useId, type JSX } from 'react';

/** The button of an action that the API would refuse, and the reason beside it. */
export function Refused({ label, reason }: { readonly label: string; readonly reason: string }): JSX.Element {
  const id = useId();
  return (
    <Group gap={6} wrap="nowrap">
      <Button size="xs" variant="default" disabled aria-describedby={id}>
        {label}
      </Button>
      <Text size="xs" c="dimmed" id={id}>
        {reason}
      </Text>
    </Group>
  );
}
