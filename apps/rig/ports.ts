import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';

/** Below the ports that systems give to outgoing connections: one of those could hold a port when its process comes back. */
const FIRST_PORT = 12_000;
const LAST_PORT = 32_000;
/** Jest's workers choose among different ports, for a port that is free is not yet taken. */
const SHARES = 16;
const MAX_TRIES = 100;

const given = new Set<number>();

/** A port that nobody uses, and that stays free while whoever listens on it is away. */
export async function steadyPort(): Promise<number> {
  const size = Math.floor((LAST_PORT - FIRST_PORT) / SHARES);
  const first = FIRST_PORT + size * (Number(process.env['JEST_WORKER_ID'] ?? 0) % SHARES);
  for (let round = 0; round < MAX_TRIES; round += 1) {
    const port = randomInt(first, first + size);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`No port between ${first} and ${first + size} is free`);
}

/** The ports of a Tollgate's three hosts, as its settings name them. */
export async function hostPorts(): Promise<{ API_PORT: string; VAULT_PORT: string; PAY_PORT: string }> {
  return { API_PORT: String(await steadyPort()), VAULT_PORT: String(await steadyPort()), PAY_PORT: String(await steadyPort()) };
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
