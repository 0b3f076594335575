import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express, { type Response } from 'express';
import { closeAll, connectTo, listenOnLoopback, REQUEST } from './test/loopback.js';
import { endingOf, STOPPING } from './ending-signal.js';

let server: Server;

afterEach(() => closeAll(server));

it('an answer that is waited for many times has one signal, which ends with its connection', async () => {
  const app = express().set(STOPPING, new AbortController().signal);
  const answering = new Promise<Response>((resolve) => app.get('/', (_, res) => resolve(res)));
  server = createServer(app);
  const client = connectTo(await listenOnLoopback(server));
  client.write(REQUEST);
  const res = await answering;
  const before = res.listenerCount('close');
  const signals = new Set(Array.from({ length: 20 }, () => endingOf(res)));
  expect(signals.size).toBe(1);
  expect(res.listenerCount('close')).toBe(before + 1);
  const [signal] = signals as unknown as [AbortSignal];
  const ended = once(signal, 'abort');
  client.destroy();
  await ended;
});
