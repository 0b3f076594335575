// State shared by the spec files of a Jest worker. Jest evaluates spec files and their helpers once per file,
// but Node loads this module once per process.
import { AsyncLocalStorage } from 'node:async_hooks';

interface Closable {
  close(): Promise<void>;
}

/** jest-worker's message that ends a worker. What is kept would keep it alive, until Jest kills it. */
const CHILD_MESSAGE_END = 2;

/** Sockets and timers hold the asynchronous context that they were made in: with Jest, a whole spec file. */
const withoutContext = AsyncLocalStorage.snapshot();

const kept = new Map<string, Promise<Closable>>();

/**
 * Returns what is kept under this name. `open` makes it for the first caller, and again after it failed or
 * once `isAlive` is false. It lives as long as the worker, and must need no closing when its process exits.
 */
export function keep<T extends Closable>(
  name: string,
  open: () => Promise<T>,
  isAlive: (it: T) => boolean = () => true,
): Promise<T> {
  endWithWorker();
  const last = kept.get(name) as Promise<T> | undefined;
  const next = aliveOr(last, isAlive, open);
  kept.set(name, next);
  return next;
}

/** For the process that outlives its spec files: Jest's own, when it runs them itself. */
export async function closeKept(): Promise<void> {
  const closing = [...kept.values()];
  kept.clear();
  await Promise.all(closing.map(async (opening) => (await opening.catch(() => undefined))?.close()));
}

async function aliveOr<T>(
  last: Promise<T> | undefined,
  isAlive: (it: T) => boolean,
  open: () => Promise<T>,
): Promise<T> {
  const existing = await last?.catch(() => undefined);
  return existing !== undefined && isAlive(existing) ? existing : withoutContext(open);
}

function endWithWorker(): void {
  process.off('message', exitWhenAsked).on('message', exitWhenAsked);
  process.off('disconnect', exit).on('disconnect', exit);
}

function exitWhenAsked(message: unknown): void {
  if (Array.isArray(message) && message[0] === CHILD_MESSAGE_END) exit();
}

function exit(): void {
  process.exit();
}
