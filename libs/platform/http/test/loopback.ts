import { once } from 'node:events';
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { within } from '../../testing/until.js';

export const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
/** An answer of so many bytes is more than the system keeps for a reader that does not read. */
export const LONG_BYTES = 32 * 1024 * 1024;

const clients = new Set<Socket>();

/** Lets the server listen on a free port, which is the answer. */
export async function listenOnLoopback(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export function connectTo(port: number, options: { allowHalfOpen?: boolean } = {}): Socket {
  const client = connect({ port, host: '127.0.0.1', ...options });
  clients.add(client);
  return client;
}

/** Closes the server and its connections, also after a failed spec. */
export function closeAll(server: HttpServer): void {
  for (const client of clients) client.destroy();
  clients.clear();
  server.closeAllConnections();
  server.close();
}

/** Whatever needs no timer and no more than so many turns of the event loop has happened. */
export async function turns(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await turn();
}

/**
 * Until `jest.useRealTimers()`, time-outs of Tollgate's own pass when `pass()` says so. Those of Node's
 * sockets and streams are others.
 */
export function holdTimeOuts(): void {
  jest.useFakeTimers({
    doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'hrtime', 'Date'],
  });
}

export async function pass(ms: number): Promise<void> {
  jest.advanceTimersByTime(ms);
  await turns(5);
}

/** The next request that the server gets, and where it is answered. */
export async function requestTo(server: HttpServer): Promise<{ req: IncomingMessage; res: ServerResponse }> {
  const [req, res] = (await within(once(server, 'request'), 'no request comes')) as [
    IncomingMessage,
    ServerResponse,
  ];
  return { req, res };
}

export async function nextOf(socket: Socket): Promise<string> {
  const chunk = once(socket, 'data') as Promise<[Buffer]>;
  socket.once('data', () => socket.pause()).resume();
  const [bytes] = await within(chunk, 'nothing comes on the connection');
  return bytes.toString();
}

/** Everything until the other end closes the connection. */
export async function restOf(socket: Socket): Promise<string> {
  return (await within(buffer(socket), 'the connection is not ended')).toString();
}

/** Resolves when the socket is closed, by either end. */
export async function closeOf(socket: Socket): Promise<void> {
  // once() would take an error for more than it is: the end of the connection.
  const closed = new Promise((resolve) =>
    socket.destroyed ? resolve(undefined) : socket.once('close', resolve),
  );
  await within(closed, 'the connection is not closed');
}
