import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { endUnread } from './unread.js';

const LIMIT_MS = 300;
/** More than the system keeps for a reader that does not read. */
const ANSWER = 'x'.repeat(32 * 1024 * 1024);

let server: Server;

async function ask(handle: RequestListener): Promise<Socket> {
  server = createServer();
  endUnread(server, LIMIT_MS);
  server.on('request', handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('the connection of a client', () => {
  it('that does not read its answer is ended, and the answer with it', async () => {
    let close: Promise<unknown> | undefined;
    const socket = await ask((_, res) => {
      close = once(res, 'close');
      res.end(ANSWER);
    });
    socket.pause();
    await once(server, 'request');
    const began = performance.now();
    await close;
    expect(performance.now() - began).toBeGreaterThanOrEqual(LIMIT_MS - 50);
    socket.destroy();
  });

  it('that reads a little at a time is ended too', async () => {
    const socket = await ask((_, res) => void res.end(ANSWER));
    let taken = 0;
    socket.on('data', (chunk: Buffer) => {
      taken += chunk.length;
      socket.pause();
      void delay(20).then(() => socket.resume());
    });
    await once(socket, 'close');
    expect(taken).toBeLessThan(ANSWER.length);
  });

  it('that takes its answer stays open, however long the answer took', async () => {
    const socket = await ask((_, res) => void delay(2 * LIMIT_MS).then(() => res.end('done')));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('done');
    await delay(2 * LIMIT_MS);
    expect(socket.readyState).toBe('open');
    socket.destroy();
  });
});
