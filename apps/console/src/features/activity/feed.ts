import { useCallback, useEffect, useRef, useState } from 'react';
import type { Place } from '../../ui/place';
import { idOf, type Entry } from '../timeline/entries';
import { followTimeline, pageBefore, type TimelinePage } from '../timeline/feed-stream';

/** Entries kept in memory, the latest ones. */
const KEPT = 10_000;

/** Filters of the control API, by the names of its parameters. */
type FeedQuery = Readonly<Partial<Record<'object' | 'kinds' | 'search', string>>>;

export interface Feed {
  /** The latest first. */
  readonly entries: readonly Entry[];
  /** Entries that arrived while the feed was paused, the latest first. */
  readonly waiting: readonly Entry[];
  /** Adds the waiting entries to the shown ones. */
  readonly showWaiting: () => void;
  /** True if older entries were removed by retention. */
  readonly gap: boolean;
  readonly error: Error | undefined;
  /** True once the first page is there. */
  readonly isRead: boolean;
  readonly isLive: boolean;
  readonly hasOlder: boolean;
  readonly readOlder: () => void;
}

interface Read {
  readonly entries: readonly Entry[];
  readonly waiting: readonly Entry[];
  /** The cursor of older entries. */
  readonly previous: string | null;
  readonly isRead: boolean;
}

const NOTHING: Read = { entries: [], waiting: [], previous: null, isRead: false };

/**
 * Follows the timeline of a sandbox: the latest entries, then each new one. While `isPaused`, new entries
 * wait.
 */
export function useFeed(place: Place, asked: FeedQuery, isPaused: boolean, onNews: () => void): Feed {
  const [read, setRead] = useState<Read>(NOTHING);
  const [state, setState] = useState<Pick<Feed, 'gap' | 'error' | 'isLive'>>({
    gap: false,
    error: undefined,
    isLive: false,
  });
  const { name, mode } = place;
  const query = JSON.stringify({ livemode: mode === 'live' ? 'true' : 'false', ...asked });
  const paused = useRef(isPaused);
  const showWaiting = useCallback(() => setRead(withWaiting), []);
  useEffect(() => {
    paused.current = isPaused;
    if (!isPaused) showWaiting();
  }, [isPaused, showWaiting]);

  useEffect(() => {
    setRead(NOTHING);
    setState({ gap: false, error: undefined, isLive: false });
    let wasLost = false;
    return followTimeline(name, query, {
      onStart: ({ data, previous }) =>
        setRead({ ...NOTHING, entries: data.toReversed(), previous, isRead: true }),
      onEntries: ({ data, gap }) => {
        const isHeld = paused.current;
        setRead((known) =>
          isHeld ? held(data, known) : withWaiting({ ...known, waiting: joined(data, known.waiting) }),
        );
        onNews();
        if (gap) setState((now) => ({ ...now, gap }));
      },
      onLive: (isLive) => {
        setState((now) => ({ ...now, isLive }));
        // Reading again shows whether Tollgate answers.
        if (!isLive || wasLost) onNews();
        wasLost = !isLive;
      },
      onRefused: (error) => setState((now) => ({ ...now, error })),
    });
  }, [name, query, onNews]);

  const { previous } = read;
  const isReading = useRef(false);
  const latestQuery = useRef(query);
  latestQuery.current = query;
  const readOlder = useCallback((): void => {
    if (previous === null || isReading.current) return;
    isReading.current = true;
    const done = (change: () => void): void => {
      // Before the change, which may cause the next page to be read.
      isReading.current = false;
      if (latestQuery.current === query) change();
    };
    pageBefore(name, query, previous).then(
      (page) => done(() => setRead((known) => (known.previous === previous ? extended(known, page) : known))),
      (error: Error) => done(() => setState((now) => ({ ...now, error }))),
    );
  }, [name, query, previous]);

  const { entries, waiting, isRead } = read;
  return { entries, waiting, showWaiting, isRead, ...state, hasOlder: previous !== null, readOlder };
}

/** A request that was in progress comes again once it is answered, and replaces what was known. */
function joined(news: readonly Entry[], known: readonly Entry[]): readonly Entry[] {
  if (known.length === 0) return news.toReversed();
  const ids = new Set(news.map(idOf));
  return [...news.toReversed(), ...known.filter((entry) => !ids.has(idOf(entry)))];
}

/** New entries wait; those that are shown already are updated. */
function held(news: readonly Entry[], known: Read): Read {
  const latest = new Map(news.map((entry) => [idOf(entry), entry]));
  const shown = new Set(known.entries.map(idOf));
  const added = news.filter((entry) => !shown.has(idOf(entry)));
  return {
    ...known,
    entries: known.entries.map((entry) => latest.get(idOf(entry)) ?? entry),
    waiting: joined(added, known.waiting).slice(0, KEPT),
  };
}

function withWaiting(known: Read): Read {
  if (known.waiting.length === 0) return known;
  const all = joined(known.waiting.toReversed(), known.entries);
  const isAll = all.length <= KEPT;
  return {
    ...known,
    waiting: [],
    entries: isAll ? all : all.slice(0, KEPT),
    previous: isAll ? known.previous : null,
  };
}

function extended(known: Read, page: TimelinePage): Read {
  const entries = [...known.entries, ...page.data.toReversed()];
  return { ...known, entries, previous: entries.length < KEPT ? page.previous : null };
}
