import { Alert } from '@mantine/core';
import { useSyncExternalStore, type JSX } from 'react';
import { isOutage, onOutage } from '../api/load';
import { useIsUnreachable } from '../ui/sandbox-status';
import type { Page } from './pages';

interface OutageProps {
  /** True until the page of the address is shown. */
  readonly isOpening: boolean;
  readonly page: Page | undefined;
}

/** Says that Tollgate doesn't answer, and which page opens once it does. */
export function Outage({ isOpening, page }: OutageProps): JSX.Element | null {
  const isUnreachable = useIsUnreachable();
  const isWaiting = useSyncExternalStore(onOutage, isOutage) && isOpening;
  if (!isUnreachable && !isWaiting) return null;
  return (
    <Alert color="yellow" role="alert" mb="xs" py="xs">
      Tollgate doesn't answer.{' '}
      {isWaiting
        ? `Opening ${page?.label ?? 'the page'} as soon as it does.`
        : 'What is shown may be out of date.'}
    </Alert>
  );
}
