import { useCallback } from 'react';
import { useLongList, type LongList } from '../../lists/long-list';
import { usePlace } from '../../ui/place';
import type { Entry } from './entries';
import { pageBefore } from './feed-stream';

type TimelineQuery = Readonly<Partial<Record<'object' | 'related' | 'kinds', string>>>;

/** A part of the timeline, the latest entries first, which the page's stream keeps up to date. */
export function useTimeline(asked: TimelineQuery): LongList<Entry> {
  const { name, mode } = usePlace();
  const query = JSON.stringify({ livemode: String(mode === 'live'), ...asked });
  const read = useCallback((before: string) => pageBefore(name, query, before), [name, query]);
  return useLongList<Entry>(['timeline', name], query, read);
}
