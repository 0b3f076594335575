import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followStream, pageBefore } from '../feed/feed-stream';

/** Pages read again at most this often. */
const THROTTLE_MS = 1_000;

/** Reads what a page shows again when something has happened in the sandbox. Returns whether the stream is connected. */
export function useLiveQueries(name: string): boolean {
  const queries = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    let end = (): void => undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'root' });
      }, THROTTLE_MS);
    };
    const follow = async (): Promise<void> => {
      const { next } = await pageBefore(name, '{}', 'end');
      if (isOver) return;
      end = followStream(name, '{}', next, { onLive: setIsLive, onEntries: refresh, onRefused: () => setIsLive(false) });
    };
    // The page tells the error of the sandbox that is not there.
    follow().catch(() => setIsLive(false));
    return () => {
      isOver = true;
      clearTimeout(timer);
      end();
    };
  }, [name, queries]);
  return isLive;
}
