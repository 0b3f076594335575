import { Button, Group, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { useCopy } from '../ui/copy-text';
import { counted } from '../ui/words';
import type { LongList } from './long-list';

interface ListFootProps<Item> {
  readonly label: string;
  readonly list: LongList<Item>;
  /** The number of rows. */
  readonly count: number;
  /** The rows with the columns shown. */
  readonly csv: () => string;
  readonly isFiltered: boolean;
  readonly onNewest: () => void;
  readonly children: ReactNode;
}

/** How many rows are shown, and what can be done with them. */
export function ListFoot<Item>({
  label,
  list,
  count,
  csv: csvText,
  isFiltered,
  onNewest,
  children,
}: ListFootProps<Item>): JSX.Element {
  const csv = useCopy();
  const { waiting, hasOlder, isFull, isPending, isStale } = list;
  const words = (): string => {
    if (isPending || isStale) return '';
    if (count === 0) return isFiltered && hasOlder ? 'No match yet' : '';
    if (isFull) return `Showing the latest ${count.toLocaleString('en')} · filter to find older`;
    return hasOlder
      ? `Showing ${count.toLocaleString('en')} · scroll for older`
      : counted(count, label.toLowerCase().replace(/s$/, ''));
  };
  return (
    <div className="list-foot-live" aria-live="polite">
      {!isPending && (
        <Group className="list-foot">
          <Text size="sm" c="dimmed">
            {words()}
          </Text>
          {children}
          {count > 0 && !isStale && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => csv.copy(csvText())}>
              {csv.isCopied ? 'Copied' : 'Copy as CSV'}
            </Button>
          )}
          {waiting > 0 && (
            <Button size="compact-sm" variant="light" onClick={onNewest}>
              {waiting} new · Show
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}
