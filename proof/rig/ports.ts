import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections: one of those could hold a port when its process
 * comes back.
 */
const FIRST_PORT = 12_000;
const LAST_PORT = 32_000;
const MAX_TRIES = 100;

/**
 * Sockets keep their creator's asynchronous context, and thus everything that a spec file under Jest has
 * opened.
 */
const withoutContext = AsyncLocalStorage.snapshot();

/** An unused port that stays free while its server is down. */
export async function steadyPort(): Promise<number> {
  for (let round = 0; round < MAX_TRIES; round += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if ((await isFree(port)) && (await claim(port))) return port;
  }
  throw new Error(`Of ${MAX_TRIES} ports between ${FIRST_PORT} and ${LAST_PORT} none was free`);
}

export interface HostPorts extends Readonly<Record<string, string>> {
  readonly API_PORT: string;
  readonly VAULT_PORT: string;
  readonly PAY_PORT: string;
  readonly CONTROL_PORT: string;
}

/** The ports of a Tollgate's hosts, as its settings name them. */
export async function hostPorts(): Promise<HostPorts> {
  const port = async (): Promise<string> => String(await steadyPort());
  return {
    API_PORT: await port(),
    VAULT_PORT: await port(),
    PAY_PORT: await port(),
    CONTROL_PORT: await port(),
  };
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

/** Keeps the port's UDP half bound, so that no other run's search takes the port. */
async function claim(port: number): Promise<boolean> {
  const socket = withoutContext(() => createSocket('udp4').unref());
  socket.bind({ port, address: '127.0.0.1', exclusive: true });
  return once(socket, 'listening').then(
    () => true,
    () => false,
  );
}
