import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type JSX } from 'react';
import type { Place } from '../app/place';
import { EntryLine } from './entry';
import { idOf, type Entry, type Feed } from './feed';

const LINE_HEIGHT = 34;
const OVERSCAN = 10;
/** So close to its end, more of the timeline is read. */
const NEAR_END = 20;

interface LogProps {
  readonly feed: Feed;
  /** Those of its entries that are shown. */
  readonly shown: readonly Entry[];
  readonly place: Place;
  /** Whether one looks at it further down. */
  readonly onScroll: (isScrolled: boolean) => void;
  readonly onHover: (isHovered: boolean) => void;
}

/** The timeline, the latest first: only the lines that are seen are in the page, and older ones are read as one goes there. */
export function Log({ feed: { readOlder, hasOlder }, shown, place, onScroll, onHover }: LogProps): JSX.Element {
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
      className="long framed"
      role="log"
      aria-label="Timeline"
      tabIndex={0}
      onScroll={({ currentTarget }) => onScroll(currentTarget.scrollTop > 0)}
      onMouseEnter={() => onHover(true)}
      onMouseLeave={() => onHover(false)}
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
