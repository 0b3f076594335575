import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import express, { type RequestHandler } from 'express';
import { drain, holdWhileClosing, trackConnections } from './open-connections.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
/** More than the system keeps for a reader that does not read. */
const LONG = 'x'.repeat(32 * 1024 * 1024);
/** A load that never ends keeps the server for a second. */
const DRAIN_LIMIT_MS = 3_000;

let server: Server;
let port: number;

async function serve(answer: RequestHandler): Promise<void> {
  server = createServer();
  trackConnections(server);
  server.on('request', express().use(holdWhileClosing(server), answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
}

const done: RequestHandler = (_, res) => void res.end('done');

function open(): Socket {
  return connect(port, '127.0.0.1');
}

function ask(socket = open()): Socket {
  socket.write(REQUEST);
  return socket;
}

/** A kept-alive connection that has had its answer. */
async function kept(): Promise<Socket> {
  const socket = ask();
  await once(socket, 'data');
  return socket;
}

const WHOLE = expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n(.+\r\n)*Connection: close\r\n(.+\r\n)*\r\ndone$/) as string;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('a server that is drained', () => {
  it('answers everybody who waits to be let in, and ends their connections', async () => {
    await serve(done);
    const sockets = Array.from({ length: 100 }, () => ask());
    // They are connected before this process has looked at one of them.
    await once(sockets[0] ?? server, 'connect');
    const drained = drain(server);
    expect(await Promise.all(sockets.map((socket) => text(socket)))).toEqual(sockets.map(() => WHOLE));
    await drained;
  });

  it('answers a request that comes on a kept-alive connection after the stop was asked for', async () => {
    await serve(done);
    const socket = await kept();
    const drained = drain(server);
    await delay(20);
    ask(socket);
    expect(await text(socket)).toEqual(WHOLE);
    await drained;
  });

  it('answers who was let in and sends the request only when the listener is closed', async () => {
    await serve(done);
    const silent = open();
    await once(server, 'connection');
    const busy = ask();
    const drained = drain(server);
    // It waited while the listener was closed.
    expect(await text(busy)).toEqual(WHOLE);
    expect(server.listening).toBe(false);
    ask(silent);
    expect(await text(silent)).toEqual(WHOLE);
    await drained;
  });

  it('answers all requests that a client sent at once, also those that come while it waits', async () => {
    await serve(done);
    const socket = open();
    socket.write(REQUEST.repeat(3));
    await once(server, 'request');
    const drained = drain(server);
    socket.write(REQUEST.repeat(2));
    expect((await text(socket)).match(/\r\n\r\ndone/g)).toHaveLength(5);
    await drained;
  });

  it('waits for a request that has begun to arrive', async () => {
    await serve(done);
    const socket = open();
    socket.write(REQUEST.slice(0, 10));
    const drained = drain(server);
    await text(ask());
    expect(server.listening).toBe(false);
    await delay(500);
    socket.write(REQUEST.slice(10));
    expect(await text(socket)).toEqual(WHOLE);
    await drained;
  });

  it('waits for a client that is slow to take its answer', async () => {
    await serve((_, res) => void res.end(LONG));
    const socket = ask();
    await once(server, 'request');
    const drained = drain(server);
    await delay(1_000);
    expect((await text(socket)).length).toBeGreaterThan(LONG.length);
    await drained;
  });

  it('ends connections on which nothing comes', async () => {
    await serve(done);
    const sockets = [open(), await kept()];
    const ends = sockets.map((socket) => once(socket.resume(), 'close'));
    await drain(server);
    await Promise.all(ends);
  });

  it('ends them before it answers who may go on with one of them', async () => {
    await serve(done);
    const order: string[] = [];
    const idle = (await kept()).resume().once('end', () => order.push('end of the idle one'));
    const drained = drain(server);
    const busy = ask().on('data', () => order.push('answer'));
    await Promise.all([drained, once(busy, 'close'), once(idle, 'close')]);
    expect(order).toEqual(['end of the idle one', 'answer']);
  });

  it('ends at once when nobody is there', async () => {
    await serve(done);
    const began = performance.now();
    await drain(server);
    expect(performance.now() - began).toBeLessThan(150);
  });

  it('ends under a load that does not', async () => {
    await serve(done);
    let isOver = false;
    const come = (): void => {
      if (isOver) return;
      ask().on('error', () => undefined);
      setTimeout(come, 5);
    };
    come();
    const began = performance.now();
    await drain(server);
    expect(performance.now() - began).toBeLessThan(DRAIN_LIMIT_MS);
    isOver = true;
  });
});
