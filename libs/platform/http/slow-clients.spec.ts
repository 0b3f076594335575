import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { jest } from '@jest/globals';
import {
  closeAll,
  closeOf,
  connectTo,
  holdTimeOuts,
  listenOnLoopback,
  LONG_BYTES,
  nextOf,
  pass,
  REQUEST,
  requestTo,
} from './test/loopback.js';
import { endUnread } from './slow-clients.js';

const LIMIT_MS = 30_000;

let server: Server;

/** A client that has asked, and where it is to be answered. */
async function ask(): Promise<{ client: Socket; res: ServerResponse }> {
  server = createServer({ keepAliveTimeout: 0 });
  endUnread(server, LIMIT_MS);
  const client = connectTo(await listenOnLoopback(server)).on('error', () => undefined);
  client.write(REQUEST);
  return { client, res: (await requestTo(server)).res };
}

beforeEach(holdTimeOuts);

afterEach(() => {
  jest.useRealTimers();
  closeAll(server);
});

describe('the connection of a client', () => {
  it('that does not read its answer is ended, and the answer with it', async () => {
    const { res } = await ask();
    const { socket } = res.req;
    res.end(Buffer.alloc(LONG_BYTES));
    await pass(LIMIT_MS - 1);
    expect([res.closed, socket.destroyed]).toEqual([false, false]);
    await pass(1);
    expect([res.closed, socket.destroyed]).toEqual([true, true]);
  });

  it('that reads a little at a time is ended too', async () => {
    const { client, res } = await ask();
    res.end(Buffer.alloc(LONG_BYTES));
    let taken = 0;
    for (const third of [1, 2, 3]) {
      taken += (await nextOf(client)).length;
      await pass(LIMIT_MS / 3);
      expect([third, res.closed]).toEqual([third, third === 3]);
    }
    client.on('data', ({ length }) => (taken += length)).resume();
    await closeOf(client);
    expect(taken).toBeLessThan(LONG_BYTES);
  });

  it('that takes its answer stays open, however long the answer took', async () => {
    const { client, res } = await ask();
    await pass(2 * LIMIT_MS);
    res.end('done');
    expect(await nextOf(client)).toContain('done');
    await pass(2 * LIMIT_MS);
    client.write(REQUEST);
    (await requestTo(server)).res.end('done again');
    expect(await nextOf(client)).toContain('done again');
  });
});
