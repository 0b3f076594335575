import { Button } from '@mantine/core';
import type { JSX } from 'react';
import type { Place } from '../app/place';
import { EntryLine } from '../feed/entry';
import { idOf, useFeed, type Entry } from '../feed/feed';
import { Money } from '../ui/money';

/** `amount` is in the smallest unit of the currency. */
export interface Sum {
  readonly amount: number;
  readonly currency: string;
}

interface StoryProps {
  /** The id of the object that it is about. */
  readonly of: string;
  readonly place: Place;
  /** The money that an event moved. */
  readonly moneyOf?: (event: Entry) => Sum | undefined;
}

/** The timeline of an object, the oldest first; that of a charge includes its refunds and disputes. */
export function Story({ of, place, moneyOf }: StoryProps): JSX.Element {
  const feed = useFeed(place, { object: of, related: 'true' }, false);
  return (
    <>
      {feed.hasOlder && (
        <Button size="compact-xs" variant="subtle" onClick={feed.readOlder}>
          Load older
        </Button>
      )}
      <div role="log" aria-label="Timeline">
        {feed.entries.toReversed().map((entry) => {
          const sum = entry.kind === 'event' ? moneyOf?.(entry) : undefined;
          return (
            <EntryLine key={idOf(entry)} entry={entry} place={place} about={of}>
              {sum && <Money {...sum} />}
            </EntryLine>
          );
        })}
      </div>
    </>
  );
}
