import { setTimeout as delay } from 'node:timers/promises';
import type { SideAnswer, LiveSide, Made } from './live-side.js';
import { differencesOf, type Difference } from './compare.js';
import type { Exchange, Flow, Resource } from './exchange.js';
import type { Recorder } from './recording.js';

/** The other side: asked, or recorded. */
export interface OtherSide {
  readonly made: readonly Made[];
  begin(flow: Flow): void;
  ask(exchange: Exchange): Promise<SideAnswer>;
}

export interface Compared {
  readonly resource: Resource;
  readonly exchange: Exchange;
  readonly differences: readonly Difference[];
  /** Why it was not compared. */
  readonly missing?: string;
}

export interface Run {
  readonly here: LiveSide;
  readonly there: OtherSide;
  readonly recorder: Recorder | undefined;
  /** Between two requests to one side. */
  readonly pauseMs: number;
  /** Stops the run after the exchange that is under way. */
  readonly interrupted: AbortSignal;
}

/** Asks both sides, one exchange after the other. */
export async function* run(
  flows: readonly Flow[],
  { here, there, recorder, pauseMs, interrupted }: Run,
): AsyncGenerator<Compared> {
  for (const flow of flows) {
    here.begin();
    there.begin(flow);
    for (const exchange of flow.exchanges) {
      if (interrupted.aborted) return;
      const [ours, theirs] = await Promise.all([here.ask(exchange), there.ask(exchange)]);
      if ('answer' in theirs) recorder?.add(exchange, theirs.answer);
      yield { resource: exchange.resource ?? flow.resource, exchange, ...compared(exchange, theirs, ours) };
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal: interrupted }).catch(() => undefined);
    }
    recorder?.end(flow);
  }
}

function compared(
  exchange: Exchange,
  theirs: SideAnswer,
  ours: SideAnswer,
): Pick<Compared, 'differences' | 'missing'> {
  if ('missing' in theirs) return { differences: [], missing: `there: ${theirs.missing}` };
  if ('missing' in ours) return { differences: [], missing: `here: ${ours.missing}` };
  return { differences: differencesOf(exchange, theirs.answer, ours.answer) };
}
