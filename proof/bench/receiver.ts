import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from './answering.js';

/** Asks for the webhooks since the last question, once there are `atLeast` of them. */
export interface ReceiverQuestion {
  readonly atLeast: number;
}

export interface ReceiverReply {
  readonly url: string;
  /** Milliseconds since 1970, with fractions. */
  readonly arrivals: readonly number[];
}

const PATIENCE_MS = 300_000;

let arrivals: number[] = [];
let onArrival = (): void => undefined;

const server = createServer((req, res) => {
  req.resume().on('end', () => {
    arrivals.push(performance.timeOrigin + performance.now());
    res.writeHead(200).end();
    onArrival();
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;

answer<ReceiverQuestion, ReceiverReply>(async ({ atLeast }) => {
  await arrivalOf(atLeast);
  const since = arrivals;
  arrivals = [];
  return { url, arrivals: since };
});

function arrivalOf(count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const impatience = setTimeout(
      () => reject(new Error(`Of ${count} webhooks ${arrivals.length} came`)),
      PATIENCE_MS,
    );
    onArrival = (): void => {
      if (arrivals.length < count) return;
      clearTimeout(impatience);
      onArrival = () => undefined;
      resolve();
    };
    onArrival();
  });
}
