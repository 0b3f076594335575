import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { followStream, pageBefore } from '../feed/feed-stream';

/** Pages read again at most this often. */
const THROTTLE_MS = 1_000;

/** Returns a function that reads again what the page shows, because something has happened in the sandbox. */
export function useRefresh(): () => void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'root' });
    }, THROTTLE_MS);
  }, [queries]);
}

/**
 * Follows the timeline of the sandbox to read again what the page shows. A browser opens six connections to a host over HTTP/1.1, for all its tabs: a page
 * has one stream, and `isOff` where it has its own.
 */
export function useLiveQueries(name: string, isOff: boolean): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (isOff) return undefined;
    let end = (): void => undefined;
    let isOver = false;
    const follow = async (): Promise<void> => {
      const { next } = await pageBefore(name, '{}', 'end');
      if (isOver) return;
      end = followStream(name, '{}', next, { onLive: () => undefined, onEntries: refresh, onRefused: () => undefined });
    };
    // The page shows the error of a sandbox that does not exist, and polls meanwhile.
    follow().catch(() => undefined);
    return () => {
      isOver = true;
      end();
    };
  }, [name, isOff, refresh]);
}
