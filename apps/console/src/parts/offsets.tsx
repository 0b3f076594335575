import { Button, Group, Text } from '@mantine/core';
import { useState, type JSX } from 'react';

const LIMIT = 100;

/** Which page of a list of the emulated API is shown. */
export interface OffsetPage {
  readonly limit: number;
  readonly offset: number;
  readonly go: (offset: number) => void;
}

export function useOffset(): OffsetPage {
  const [offset, go] = useState(0);
  return { limit: LIMIT, offset, go };
}

/** Leads to the pages beside the one that is shown. */
export function Offsets({ page: { limit, offset, go }, total }: { readonly page: OffsetPage; readonly total: number }): JSX.Element {
  return (
    <Group mt="sm">
      <Button size="xs" variant="default" disabled={offset === 0} onClick={() => go(Math.max(0, offset - limit))}>
        Newer
      </Button>
      <Text size="sm">{total === 0 ? 'none' : `${offset + 1} to ${Math.min(offset + limit, total)} of ${total}`}</Text>
      <Button size="xs" variant="default" disabled={offset + limit >= total} onClick={() => go(offset + limit)}>
        Older
      </Button>
    </Group>
  );
}
