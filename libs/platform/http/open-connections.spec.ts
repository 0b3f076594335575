import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { jest } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import { within } from '../testing/until.js';
import { drain, holdWhileClosing, trackConnections } from './open-connections.js';
import {
  closeAll,
  closeOf,
  connectTo,
  listenOnLoopback,
  LONG_BYTES,
  nextOf,
  REQUEST,
  restOf,
  turns,
} from './test/loopback.js';

/** The time after which a silent connection is closed. */
const SILENCE_MS = 1_000;
/** More turns of the event loop than it takes to look whether anybody is there. */
const SOME_TURNS = 20;

let server: Server;
let port: number;
let nowMs: number;

async function serve(answer: RequestHandler): Promise<void> {
  server = createServer({ keepAliveTimeout: 0 });
  trackConnections(server);
  server.on('request', express().use(holdWhileClosing(server), answer));
  port = await listenOnLoopback(server);
}

const done: RequestHandler = (_, res) => void res.end('done');

function open(): Socket {
  return connectTo(port);
}

function ask(socket = open()): Socket {
  socket.write(REQUEST);
  return socket;
}

/** A kept-alive connection that has had its answer. */
async function kept(): Promise<Socket> {
  const socket = ask();
  await nextOf(socket);
  return socket;
}

function drained(): Promise<void> {
  return within(drain(server), 'the drain does not end');
}

/** Resolves as soon as somebody waits for a timer that did not before. */
async function pauseBegun(): Promise<void> {
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  for (const before = timers(); timers() <= before;) await turns(1);
}

/** Waits until the silent connection is closed. The same sweep closes every idle connection. */
async function sweepAlongWith(silent: Socket): Promise<void> {
  nowMs += SILENCE_MS + 1;
  await closeOf(silent.resume());
}

const WHOLE = expect.stringMatching(
  /^HTTP\/1\.1 200 OK\r\n(.+\r\n)*Connection: close\r\n(.+\r\n)*\r\ndone$/,
) as string;

beforeEach(() => {
  nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});

afterEach(() => {
  jest.restoreAllMocks();
  closeAll(server);
});

describe('a server that is drained', () => {
  it('answers everybody who waits to be let in, and ends their connections', async () => {
    await serve(done);
    const sockets = Array.from({ length: 100 }, () => ask());
    // They are connected before this process has looked at one of them.
    await once(sockets[0] ?? server, 'connect');
    const end = drained();
    expect(await Promise.all(sockets.map(restOf))).toEqual(sockets.map(() => WHOLE));
    await end;
  });

  it('answers a request that comes on a kept-alive connection after the stop was asked for', async () => {
    await serve(done);
    const socket = await kept();
    const end = drained();
    await pauseBegun();
    ask(socket);
    expect(await restOf(socket)).toEqual(WHOLE);
    await end;
  });

  it('answers who was let in and sends the request only when the listener is closed', async () => {
    await serve(done);
    const silent = open();
    await once(server, 'connection');
    const busy = ask();
    const end = drained();
    // It waited while the listener was closed.
    expect(await restOf(busy)).toEqual(WHOLE);
    expect(server.listening).toBe(false);
    ask(silent);
    expect(await restOf(silent)).toEqual(WHOLE);
    await end;
  });

  it('answers all requests that a client sent at once, also those that come while it waits', async () => {
    await serve(done);
    const socket = open();
    socket.write(REQUEST.repeat(3));
    await once(server, 'request');
    const end = drained();
    socket.write(REQUEST.repeat(2));
    expect((await restOf(socket)).match(/\r\n\r\ndone/g)).toHaveLength(5);
    await end;
  });

  it('waits for a request that has begun to arrive', async () => {
    await serve(done);
    const [silent, begun] = [open(), open()];
    begun.write(REQUEST.slice(0, 10));
    const end = drained();
    await restOf(ask());
    expect(server.listening).toBe(false);
    await sweepAlongWith(silent);
    begun.write(REQUEST.slice(10));
    expect(await restOf(begun)).toEqual(WHOLE);
    await end;
  });

  it('waits for a client that is slow to take its answer', async () => {
    await serve((_, res) => void res.end(Buffer.alloc(LONG_BYTES, 'x')));
    const [silent, slow] = [open(), ask()];
    await once(server, 'request');
    const end = drained();
    await sweepAlongWith(silent);
    expect(server.listening).toBe(false);
    expect((await restOf(slow)).length).toBeGreaterThan(LONG_BYTES);
    await end;
  });

  it('ends connections on which nothing comes', async () => {
    await serve(done);
    const [silent, idle] = [open().resume(), await kept()];
    nowMs += SILENCE_MS + 1;
    await drained();
    expect([await restOf(silent), await restOf(idle)]).toEqual(['', '']);
  });

  it('ends them before it answers who may go on with one of them', async () => {
    await serve(done);
    const order: string[] = [];
    const idle = (await kept()).resume().once('end', () => order.push('end of the idle one'));
    const end = drained();
    const busy = ask().on('data', () => order.push('answer'));
    await Promise.all([end, closeOf(busy), closeOf(idle)]);
    expect(order).toEqual(['end of the idle one', 'answer']);
  });

  it('ends at once, without any pause, when nobody is there', async () => {
    await serve(done);
    const first = await Promise.race([
      drained().then(() => 'the end'),
      turns(SOME_TURNS).then(() => 'a pause'),
    ]);
    expect(first).toBe('the end');
  });

  it('ends under a load that does not', async () => {
    await serve(done);
    const come = (): void => void ask().on('error', () => undefined);
    come();
    const load = setInterval(come, 5);
    await drained().finally(() => clearInterval(load));
    expect(server.listening).toBe(false);
  });
});
