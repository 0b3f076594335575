import { EmptyState } from '@mantine/core';
import type { JSX, ReactNode } from 'react';

/** Says why nothing is shown, and what to do. */
export function Empty({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}): JSX.Element {
  return (
    <EmptyState title={title} description={children} py="lg" size="sm">
      {action && <EmptyState.Actions>{action}</EmptyState.Actions>}
    </EmptyState>
  );
}
