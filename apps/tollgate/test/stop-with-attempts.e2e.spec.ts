import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { jest } from '@jest/globals';
import { ownProcess, type OwnProcess } from './own-process.js';
import { until } from './until.js';

/** Processes are slow to start on a busy machine. */
jest.setTimeout(120_000);

/** Far less than the attempts' own time-out, and more than the 10 seconds that receivers are given. */
const STOP_LIMIT_MS = 30_000;

/** Takes connections, and says nothing on them: over TLS they never come about. */
let server: Server;
const connections = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    connections.add(socket);
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  for (const connection of connections) connection.destroy();
  server.close();
});

describe.each(['http', 'https'])('a process that is told to stop while a receiver over %s says nothing', (scheme) => {
  let tollgate: OwnProcess;

  beforeAll(async () => {
    connections.clear();
    const { port } = server.address() as AddressInfo;
    tollgate = await ownProcess(() => ({ WEBHOOK_URL: `${scheme}://127.0.0.1:${port}/`, WEBHOOK_TIMEOUT_MS: '120000' }));
    await tollgate.start();
    await tollgate.caller.create('order 1');
    await until(() => Promise.resolve(connections.size === 1));
  });

  afterAll(async () => {
    await tollgate.stop('SIGKILL');
    await tollgate.close();
  });

  it('gives up waiting, writes the attempt down as interrupted, and ends with code 0', async () => {
    const began = performance.now();
    expect(await tollgate.stop('SIGTERM')).toBe(0);
    expect(performance.now() - began).toBeLessThan(STOP_LIMIT_MS);
    const { rows } = await tollgate.database.query(
      `SELECT delivery.status, attempt.number, attempt.error, next_attempt_at <= now() AS is_due, claimed_until
       FROM webhook_delivery delivery JOIN webhook_attempt attempt ON attempt.delivery_id = delivery.id`,
    );
    expect(rows).toEqual([{ status: 'pending', number: 1, error: 'interrupted', is_due: true, claimed_until: null }]);
  });

  it('makes the attempt again with its next start', async () => {
    await tollgate.start();
    await until(() => Promise.resolve(connections.size === 2));
  });
});
