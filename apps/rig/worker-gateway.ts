// The gateway that the spec files of a Jest worker share. Jest evaluates a spec file and its helpers anew each time, but Node loads this module once.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunningGateway } from './gateway.js';

/** jest-worker's message that asks a child to end. A child that has not ended 500 ms later is killed, with a warning. */
const CHILD_MESSAGE_END = 2;

/** Sockets and timers keep the asynchronous context that they were made in: with Jest, a whole spec file. */
const withoutContext = AsyncLocalStorage.snapshot();

let running: Promise<RunningGateway> | undefined;

/** Starts the gateway for the first caller, on a database of `createDatabase`. */
export function workerGateway(createDatabase: () => Promise<string>): Promise<RunningGateway> {
  running ??= withoutContext(start, createDatabase);
  return running;
}

/** For the process that outlives its spec files: Jest's own, when it runs them itself. */
export async function closeWorkerGateway(): Promise<void> {
  const closing = running;
  running = undefined;
  await (await closing)?.tollgate.close();
}

async function start(createDatabase: () => Promise<string>): Promise<RunningGateway> {
  try {
    const { startGateway } = await import('./gateway.js');
    const gateway = await startGateway({ DATABASE_URL: await createDatabase() });
    process.on('message', endWhenAsked);
    process.on('disconnect', end);
    return gateway;
  } catch (error) {
    running = undefined;
    throw error;
  }
}

function endWhenAsked(message: unknown): void {
  if (Array.isArray(message) && message[0] === CHILD_MESSAGE_END) end();
}

/** At once: the database is deleted anyway. */
function end(): void {
  process.exit();
}
