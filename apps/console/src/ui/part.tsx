import { Paper, Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';

/** A titled part of a page. */
export function Part({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}
