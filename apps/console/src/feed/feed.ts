import { useCallback, useEffect, useRef, useState } from 'react';
import { idOf, type Entry } from './entries';
import type { Place } from '../app/place';
import { followStream, pageBefore, type TimelinePage } from './feed-stream';

/** How many of the latest entries are kept. */
const KEPT = 10_000;

/** Which entries the control host is asked for, by the names of its parameters. */
type FeedQuery = Readonly<Partial<Record<'object' | 'kinds' | 'search', string>>>;

export interface Feed {
  /** The latest first. */
  readonly entries: readonly Entry[];
  /** The same with those that came while the list stood still. */
  readonly all: readonly Entry[];
  /** From when on, in the machine's time, all that happened is among them; all of it ever unless given. */
  readonly allSince: string | undefined;
  /** Came while the list stood still. */
  readonly waiting: number;
  /** Whether entries are missing that are not kept any more. */
  readonly gap: boolean;
  readonly error: Error | undefined;
  readonly isLive: boolean;
  readonly hasOlder: boolean;
  readonly readOlder: () => void;
}

interface Read {
  readonly entries: readonly Entry[];
  /** The cursor before which older ones are. */
  readonly previous: string | null;
}

/** Follows the timeline of a sandbox: the latest entries, and what comes after them as it is committed. While `isPaused`, what comes is counted only. */
export function useFeed(place: Place, asked: FeedQuery, isPaused: boolean, onNews: () => void): Feed {
  const [read, setRead] = useState<Read>({ entries: [], previous: null });
  const [state, setState] = useState<Pick<Feed, 'gap' | 'error' | 'isLive'>>({ gap: false, error: undefined, isLive: false });
  const { name, mode } = place;
  const query = JSON.stringify({ livemode: mode === 'live' ? 'true' : 'false', ...asked });

  useEffect(() => {
    let end = (): void => undefined;
    let isOver = false;
    setRead({ entries: [], previous: null });
    setState({ gap: false, error: undefined, isLive: false });
    const follow = async (): Promise<void> => {
      const page = await pageBefore(name, query, 'end');
      if (isOver) return;
      setRead({ entries: page.data.toReversed(), previous: page.previous });
      end = followStream(name, query, page.next, {
        onLive: (isLive) => setState((now) => ({ ...now, isLive })),
        onEntries: ({ data, gap }) => {
          setRead((known) => merged(data, known));
          onNews();
          if (gap) setState((now) => ({ ...now, gap }));
        },
        onRefused: (error) => setState((now) => ({ ...now, error })),
      });
    };
    follow().catch((error: Error) => {
      if (!isOver) setState({ gap: false, error, isLive: false });
    });
    return () => {
      isOver = true;
      end();
    };
  }, [name, query, onNews]);

  const { previous } = read;
  const isReading = useRef(false);
  const readOlder = useCallback((): void => {
    if (previous === null || isReading.current) return;
    isReading.current = true;
    const done = (change: () => void): void => {
      // Before the change, which may cause the next page to be read.
      isReading.current = false;
      change();
    };
    pageBefore(name, query, previous).then(
      (page) => done(() => setRead((known) => (known.previous === previous ? extended(known, page) : known))),
      (error: Error) => done(() => setState((now) => ({ ...now, error }))),
    );
  }, [name, query, previous]);

  const { shown, waiting } = useStill(read.entries, isPaused);
  const isAll = previous === null && read.entries.length < KEPT;
  const allSince = isAll ? undefined : read.entries.at(-1)?.machine_at;
  return { entries: shown, all: read.entries, allSince, waiting, ...state, hasOlder: previous !== null, readOlder };
}

/** While it is paused, what is shown has nothing in front of it that was not there before; what is older may still come. */
function useStill(entries: readonly Entry[], isPaused: boolean): { readonly shown: readonly Entry[]; readonly waiting: number } {
  const newest = useRef<Entry>(undefined);
  if (!isPaused) newest.current = entries[0];
  const waiting = newest.current
    ? Math.max(
        0,
        entries.findIndex((entry) => idOf(entry) === idOf(newest.current as Entry)),
      )
    : entries.length;
  return { shown: entries.slice(waiting), waiting };
}

/** A request that was in progress comes again once it is answered, in the place of what was known. */
function merged(news: readonly Entry[], { entries, previous }: Read): Read {
  const ids = new Set(news.map(idOf));
  const all = [...news.toReversed(), ...entries.filter((entry) => !ids.has(idOf(entry)))];
  return all.length <= KEPT ? { entries: all, previous } : { entries: all.slice(0, KEPT), previous: null };
}

function extended({ entries }: Read, page: TimelinePage): Read {
  const all = [...entries, ...page.data.toReversed()];
  return { entries: all, previous: all.length < KEPT ? page.previous : null };
}
