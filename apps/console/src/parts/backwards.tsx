import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { JSX } from 'react';

/** A page of a list of the control API that is in the order of commits, oldest first. */
interface CommittedPage<Item> {
  readonly data: readonly Item[];
  readonly previous: string | null;
  readonly gap: boolean;
}

export interface Backwards<Item> {
  /** The latest first. */
  readonly items: readonly Item[];
  readonly error: Error | null;
  readonly query: UseInfiniteQueryResult<InfiniteData<CommittedPage<Item>>>;
}

/** A list from its end, page by page as more of it is asked for. */
export function useBackwards<Item>(key: readonly unknown[], read: (before: string) => Promise<CommittedPage<Item>>): Backwards<Item> {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: 'end',
    queryFn: ({ pageParam }) => read(pageParam),
    getNextPageParam: ({ previous }) => previous,
    // Whoever has gone back reads, and asks for nothing new.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : 3_000),
  });
  return { items: query.data?.pages.flatMap(({ data }) => data.toReversed()) ?? [], error: query.error, query };
}

/** Asks for what is older than what is shown. */
export function Older<Item>({ list: { items, query } }: { readonly list: Backwards<Item> }): JSX.Element {
  return (
    <Group mt="sm">
      <Button
        size="xs"
        variant="default"
        disabled={!query.hasNextPage}
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Older
      </Button>
      <Text size="sm">{items.length === 0 && !query.isPending ? 'none' : `${items.length} shown`}</Text>
    </Group>
  );
}
