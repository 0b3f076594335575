import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';

/** Below the ports that systems give to outgoing connections: one of those could hold a port when its process comes back. */
const FIRST_PORT = 12_000;
const LAST_PORT = 32_000;
const MAX_TRIES = 100;

const given = new Set<number>();

/** A port that nobody uses, and that stays free while whoever listens on it is away. */
export async function steadyPort(): Promise<number> {
  for (let round = 0; round < MAX_TRIES; round += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`No port between ${FIRST_PORT} and ${LAST_PORT} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    async () => {
      server.close();
      await once(server, 'close');
      return true;
    },
    () => false,
  );
}
