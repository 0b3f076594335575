import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type JSX } from 'react';
import type { Place } from '../app/place';
import { EntryLine } from './entry';
import { idOf, type Entry } from './entries';
import { type Feed } from './feed';

const LINE_HEIGHT = 30;
const OVERSCAN = 10;
/** So close to its end, more of the timeline is read. */
const NEAR_END = 20;

interface LogProps {
  readonly feed: Feed;
  /** The entries that pass the filters. */
  readonly shown: readonly Entry[];
  readonly place: Place;
  readonly onScroll: (isScrolled: boolean) => void;
}

/** The timeline, the latest first. Only the lines in sight are in the page, and older ones are read on the way down. */
export function Log({ feed: { readOlder, hasOlder }, shown, place, onScroll }: LogProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const lines = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => (shown[index] ? idOf(shown[index]) : index),
    overscan: OVERSCAN,
  });
  const seen = lines.getVirtualItems();
  const isNearEnd = (seen.at(-1)?.index ?? -1) >= shown.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd && hasOlder) readOlder();
  }, [isNearEnd, hasOlder, readOlder]);
  return (
    <div
      ref={box}
      className="long"
      role="region"
      aria-label="Timeline"
      tabIndex={0}
      onScroll={({ currentTarget }) => onScroll(currentTarget.scrollTop > 0)}
    >
      <div style={{ height: lines.getTotalSize(), position: 'relative' }}>
        {seen.map(({ index, key, start }) => {
          const entry = shown[index];
          return (
            entry && (
              <div key={key} ref={lines.measureElement} data-index={index} className="line" style={{ transform: `translateY(${start}px)` }}>
                <EntryLine entry={entry} place={place} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
