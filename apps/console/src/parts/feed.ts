import { useEffect, useRef, useState } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { sandboxPath, type Place } from '../app/place';

export type Entry = Schemas['TimelineEntry'];

/** How many of the latest entries are kept. */
const KEPT = 500;
const FIRST_PAGE = 100;

export interface Feed {
  /** The latest first. */
  readonly entries: readonly Entry[];
  /** Came while the list stood still. */
  readonly waiting: number;
  /** Whether entries are missing that are not kept any more. */
  readonly gap: boolean;
  readonly error: Error | undefined;
  readonly isLive: boolean;
}

/** Follows the timeline of a sandbox: the latest entries, and what comes after them as it is committed. While `isPaused`, what comes is counted only. */
export function useFeed(place: Place, object: string | undefined, isPaused: boolean): Feed {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [shown, setShown] = useState<readonly Entry[]>([]);
  const [state, setState] = useState<Pick<Feed, 'gap' | 'error' | 'isLive'>>({ gap: false, error: undefined, isLive: false });
  const { name, mode } = place;
  const livemode = mode === 'live' ? 'true' : 'false';

  useEffect(() => {
    let stream: EventSource | undefined;
    let isOver = false;
    setEntries([]);
    const follow = async (): Promise<void> => {
      const query = { before: 'end', limit: FIRST_PAGE, livemode, ...(object && { object }) };
      const page = await answerOf(api.GET('/api/sandboxes/{name}/timeline', { params: { path: { name }, query } }));
      if (isOver) return;
      setEntries(page.data.toReversed());
      const parameters = new URLSearchParams({ after: page.next, livemode, ...(object && { object }) });
      stream = new EventSource(`${sandboxPath({ name })}/timeline/stream?${parameters.toString()}`);
      stream.onopen = () => setState((now) => ({ ...now, isLive: true }));
      // The browser asks again by itself, from the last id that it has seen.
      stream.onerror = () => setState((now) => ({ ...now, isLive: false }));
      stream.addEventListener('entries', ({ data }: MessageEvent<string>) => {
        const { data: news, gap } = JSON.parse(data) as { data: Entry[]; gap: boolean };
        setEntries((known) => merged(news, known));
        if (gap) setState((now) => ({ ...now, gap }));
      });
    };
    follow().catch((error: Error) => setState({ gap: false, error, isLive: false }));
    return () => {
      isOver = true;
      stream?.close();
    };
  }, [name, livemode, object]);

  const frozen = useRef(shown);
  useEffect(() => {
    if (isPaused) return;
    frozen.current = entries;
    setShown(entries);
  }, [entries, isPaused]);
  const waiting = isPaused ? entries.findIndex((entry) => entry === frozen.current[0]) : 0;
  return { entries: shown, waiting: Math.max(waiting, 0), ...state };
}

/** A request that was in progress comes again once it is answered, in the place of what was known. */
function merged(news: readonly Entry[], known: readonly Entry[]): readonly Entry[] {
  const ids = new Set(news.map(idOf));
  return [...news.toReversed(), ...known.filter((entry) => !ids.has(idOf(entry)))].slice(0, KEPT);
}

export function idOf({ kind, id }: Entry): string {
  return `${kind} ${id}`;
}
