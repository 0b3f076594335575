import { AsyncLocalStorage } from 'node:async_hooks';

interface Context {
  /** The id of the request in logs and in answers: the client's own if it sent one. */
  readonly requestId?: string | undefined;
  /** The `Tollgate-Client` of the request, such as `console`. */
  readonly client?: string | undefined;
  /** The timeline entry that sets off the work: a request, an act, a clock move or the firing of a fault. */
  readonly trigger?: string | undefined;
  /** The events that the work wrote; filled in by {@link noteEvents}. */
  readonly events: string[];
}

const current = new AsyncLocalStorage<Context>();

/** The id of the request that the caller works for, if it works for one. */
export function requestId(): string | undefined {
  return current.getStore()?.requestId;
}

export function requestClient(): string | undefined {
  return current.getStore()?.client;
}

/** The id of the entry that sets off what the caller writes; null where time does. */
export function trigger(): string | null {
  return current.getStore()?.trigger ?? null;
}

/** Adds to the events of the request that the caller works for. */
export function noteEvents(ids: readonly string[]): void {
  current.getStore()?.events.push(...ids);
}

/** The events that were written for the request so far, whether or not they were committed. */
export function notedEvents(): readonly string[] {
  return current.getStore()?.events ?? [];
}

/** Runs `work` for this request and trigger, or for none: what it logs and writes, however deep, names them. */
export function workingFor<T>(context: Omit<Context, 'events'>, work: () => T): T {
  return current.run({ ...context, events: [] }, work);
}

/** Runs `work`, which this entry sets off, for the present request. */
export function triggeredBy<T>(id: string, work: () => T): T {
  return current.run({ events: [], ...current.getStore(), trigger: id }, work);
}
