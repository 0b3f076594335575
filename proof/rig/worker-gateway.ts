// The gateway that the spec files of a Jest worker share.
import type { RunningGateway } from './gateway.js';
import { keep } from './kept.js';

/** Starts the gateway for the first caller, on a database of `createDatabase`. */
export function workerGateway(createDatabase: () => Promise<string>): Promise<RunningGateway> {
  return keep('gateway', async () => {
    const { startGateway } = await import('./gateway.js');
    const gateway = await startGateway({ DATABASE_URL: await createDatabase() });
    return { ...gateway, close: () => gateway.tollgate.close() };
  });
}
