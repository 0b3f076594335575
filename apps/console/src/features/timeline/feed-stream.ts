import { answerOf, api, Refusal, type Schemas } from '../../api/client';
import { sandboxPath } from '../../ui/place';

type Entry = Schemas['TimelineEntry'];

const PAGE = 100;
/** The delay before the first retry. Each further one doubles it, up to the longest. */
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;
/** Client errors that a later request can avoid: a timeout and a rate limit. */
const RETRIED = [408, 429];

export interface TimelinePage {
  readonly data: readonly Entry[];
  readonly next: string;
  readonly previous: string | null;
}

interface Follower {
  /** Called once, with the latest page. */
  readonly onStart: (page: TimelinePage) => void;
  /** Called with later entries. */
  readonly onEntries: (page: { readonly data: readonly Entry[]; readonly gap: boolean }) => void;
  readonly onLive: (isLive: boolean) => void;
  /** Called when the API rejects the query, which ends it. */
  readonly onRefused: (refusal: Refusal) => void;
}

/** The last entries before a cursor. `query` is JSON of the other parameters. */
export function pageBefore(name: string, query: string, before: string): Promise<TimelinePage> {
  const asked = { before, limit: PAGE, ...(JSON.parse(query) as object) };
  return answerOf(api.GET('/api/sandboxes/{name}/timeline', { params: { path: { name }, query: asked } }));
}

/**
 * Reads the latest page of the timeline, then streams what follows. Server and network errors are retried
 * with back-off, and the stream continues after the last entry that arrived. Returns a function that ends it.
 */
export function followTimeline(
  name: string,
  query: string,
  { onStart, onEntries, onLive, onRefused }: Follower,
): () => void {
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let failures = 0;
  let last: string | undefined;
  const retry = (): void => {
    onLive(false);
    timer = setTimeout(() => void connect(), Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS));
    failures += 1;
  };
  /** A failed stream hides its error from scripts, so a page is requested before each attempt. */
  const connect = async (): Promise<void> => {
    try {
      const page = await pageBefore(name, query, 'end');
      if (isOver) return;
      if (last === undefined) {
        last = page.next;
        onStart(page);
      }
      open(last);
    } catch (error) {
      if (isOver) return;
      if (error instanceof Refusal && error.status < 500 && !RETRIED.includes(error.status)) onRefused(error);
      else retry();
    }
  };
  const open = (after: string): void => {
    const parameters = new URLSearchParams({ after, ...(JSON.parse(query) as Record<string, string>) });
    const opened = new EventSource(`${sandboxPath({ name })}/timeline/stream?${parameters.toString()}`);
    stream = opened;
    opened.onopen = () => {
      failures = 0;
      onLive(true);
    };
    opened.onerror = () => {
      // The browser reconnects by itself with the last ID, unless the response was not a stream.
      if (opened.readyState === EventSource.CLOSED) retry();
      else onLive(false);
    };
    opened.addEventListener('entries', ({ data, lastEventId }: MessageEvent<string>) => {
      last = lastEventId;
      onEntries(JSON.parse(data) as Parameters<typeof onEntries>[0]);
    });
  };
  void connect();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stream?.close();
  };
}
