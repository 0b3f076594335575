import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from '../answering.js';

/** What came, and when: milliseconds since 1970, with fractions. */
export interface Receipt {
  readonly at: number;
  readonly body: string;
}

/** Answers with where it listens, and with what came since it was last asked. */
export interface ReceiverReply {
  readonly url: string;
  readonly receipts: readonly Receipt[];
}

let receipts: Receipt[] = [];

/** A merchant's server that wants everything, and answers before it thinks. */
const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const at = performance.timeOrigin + performance.now();
    res.writeHead(200).end();
    receipts.push({ at, body: Buffer.concat(chunks).toString() });
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;

answer<undefined, ReceiverReply>(() => {
  const since = receipts;
  receipts = [];
  return Promise.resolve({ url, receipts: since });
});
