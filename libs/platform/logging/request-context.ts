import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
  readonly id: string | undefined;
  readonly client: string | undefined;
}

const current = new AsyncLocalStorage<RequestContext>();

/** The id of the request that the caller works for, if it works for one. */
export function requestId(): string | undefined {
  return current.getStore()?.id;
}

/** The `Tollgate-Client` of the request, such as `console`. */
export function requestClient(): string | undefined {
  return current.getStore()?.client;
}

/**
 * Runs `work` for the request of this id, or for none: what it logs and writes, however deep it is, names
 * that request.
 */
export function forRequest<T>(id: string | undefined, work: () => T, client?: string): T {
  return current.run({ id, client }, work);
}
