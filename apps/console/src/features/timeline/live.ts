import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { followTimeline } from './feed-stream';

/** Pages read again at most this often. */
const THROTTLE_MS = 1_000;
/**
 * Queries that the sandbox does not change; exams and soaks wait for their changes themselves, and a bundle is
 * of the moment when its dialogue opened.
 */
const APART: readonly unknown[] = ['session', 'root', 'exam', 'soak', 'bundle'];
/** Queries that read much. They only become stale, and see to it themselves: {@link whileStale}. */
const HEAVY: readonly unknown[] = ['report'];

/**
 * Returns a function that reads again what the page shows, because something has happened in the sandbox. A
 * hidden page waits until it is in sight.
 */
export function useRefresh(): () => void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDue = useRef(false);
  const refresh = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      isDue.current = document.hidden;
      if (document.hidden) return;
      void queries.invalidateQueries({
        predicate: ({ queryKey: [first] }) => !APART.includes(first) && !HEAVY.includes(first),
      });
      void queries.invalidateQueries({
        predicate: ({ queryKey: [first] }) => HEAVY.includes(first),
        refetchType: 'none',
      });
    }, THROTTLE_MS);
  }, [queries]);
  useEffect(() => {
    const onVisible = (): void => {
      if (!document.hidden && isDue.current) refresh();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      clearTimeout(timer.current);
    };
  }, [refresh]);
  return refresh;
}

/**
 * Follows the timeline of the sandbox to read again what the page shows. A browser opens six connections to a
 * host over HTTP/1.1, for all its tabs: a page has one stream, and `isOff` where it has its own.
 */
export function useLiveQueries(name: string, isOff: boolean): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (isOff) return undefined;
    let wasLost = false;
    return followTimeline(name, '{}', {
      // The stream does not repeat changes made after the page was read and before it started.
      onStart: refresh,
      onEntries: refresh,
      // Reading again shows whether Tollgate answers.
      onLive: (isLive) => {
        if (!isLive || wasLost) refresh();
        wasLost = !isLive;
      },
      // The page shows the error of a sandbox that does not exist.
      onRefused: () => undefined,
    });
  }, [name, isOff, refresh]);
}
