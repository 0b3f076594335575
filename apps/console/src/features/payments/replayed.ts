import type { Schemas } from '../../api/client';
import type { Entry } from '../timeline/entries';

type Replay = Schemas['Replay'];

/** A webhook of a replay, with the answer to it as far as it is known. */
export interface Replayed {
  readonly event: string;
  readonly key: string;
  readonly offsetMs: number;
  readonly original: { readonly status: number | null; readonly error: string | null };
  readonly answer: ReplayAnswer | undefined;
}

interface ReplayAnswer {
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
}

type AttemptDetails = Omit<ReplayAnswer, 'ms'> & { readonly duration_ms: number };

/**
 * The webhooks of a plan with their answers. While the replay runs, `attempts` of the timeline have them, in
 * the order of sending: those of an event belong to the webhooks of that event, one after the other. At the
 * end the response has them all.
 */
export function replayedOf(
  planned: Replay['data'],
  attempts: readonly Entry[],
  final: Replay['data'] | undefined,
): Replayed[] {
  const counts = new Map<string, number>();
  return planned.map(({ event, key, offset_ms: offsetMs, original }, place) => {
    const rank = counts.get(event) ?? 0;
    counts.set(event, rank + 1);
    const attempt = final?.[place]?.attempt;
    const answer = final
      ? attempt && { status: attempt.answer?.status ?? null, error: attempt.error, ms: attempt.timings.total }
      : answerIn(attempts.filter((entry) => eventOf(entry) === event)[rank]);
    return { event, key, offsetMs, original, answer: answer ?? undefined };
  });
}

function eventOf({ details }: Entry): string | undefined {
  return (details as { readonly event?: string }).event;
}

function answerIn(entry: Entry | undefined): ReplayAnswer | undefined {
  if (!entry) return undefined;
  const { status, error, duration_ms: ms }: Partial<AttemptDetails> = entry.details;
  if (status === undefined || error === undefined || ms === undefined) return undefined;
  return status === null && error === null ? undefined : { status, error, ms };
}

/** True for an attempt of a replay. */
export function isReplay({ details }: Entry): boolean {
  return (details as { readonly trigger?: string }).trigger === 'replay';
}
