import { answerOf, api, Refusal, type Schemas } from '../api/client';
import { sandboxPath } from '../app/place';

type Entry = Schemas['TimelineEntry'];

const PAGE = 100;
/** How long to wait before a stream that ended is opened again. */
const AGAIN_MS = 2_000;

export interface TimelinePage {
  readonly data: readonly Entry[];
  readonly next: string;
  readonly previous: string | null;
}

interface Follower {
  readonly onLive: (isLive: boolean) => void;
  readonly onEntries: (page: { readonly data: readonly Entry[]; readonly gap: boolean }) => void;
  readonly onRefused: (refusal: Refusal) => void;
}

/** The last entries before a cursor. `query` is JSON of the other parameters. */
export function pageBefore(name: string, query: string, before: string): Promise<TimelinePage> {
  const asked = { before, limit: PAGE, ...(JSON.parse(query) as object) };
  return answerOf(api.GET('/api/sandboxes/{name}/timeline', { params: { path: { name }, query: asked } }));
}

/** Follows the timeline after a cursor, whatever becomes of connections, until it is refused. Answers what ends it. */
export function followStream(name: string, query: string, after: string, { onLive, onEntries, onRefused }: Follower): () => void {
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let last = after;
  const open = (): void => {
    if (isOver) return;
    const parameters = new URLSearchParams({ after: last, ...(JSON.parse(query) as Record<string, string>) });
    const opened = new EventSource(`${sandboxPath({ name })}/timeline/stream?${parameters.toString()}`);
    stream = opened;
    opened.onopen = () => onLive(true);
    opened.onerror = () => {
      onLive(false);
      // The browser asks again by itself, from the last id that it has seen, unless it was answered something else than a stream.
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(openAgain, AGAIN_MS);
    };
    opened.addEventListener('entries', ({ data, lastEventId }: MessageEvent<string>) => {
      last = lastEventId;
      onEntries(JSON.parse(data) as Parameters<typeof onEntries>[0]);
    });
  };
  /** A failed stream hides its error from scripts, so a page is requested to learn it. */
  const openAgain = (): void => {
    pageBefore(name, query, 'end').then(open, (error: unknown) => {
      if (isOver) return;
      if (error instanceof Refusal && error.status < 500) onRefused(error);
      else timer = setTimeout(openAgain, AGAIN_MS);
    });
  };
  open();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stream?.close();
  };
}
