import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | undefined>();

/** The id of the request that the caller works for, if it works for one. */
export function requestId(): string | undefined {
  return current.getStore();
}

/** Runs `work` for the request of this id, or for none: what it logs and writes, however deep it is, names that request. */
export function forRequest<T>(id: string | undefined, work: () => T): T {
  return current.run(id, work);
}
