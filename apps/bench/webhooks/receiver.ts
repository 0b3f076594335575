import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from '../answering.js';

/** What came, and when: milliseconds since 1970, with fractions. */
export interface Receipt {
  readonly at: number;
  readonly body: string;
}

/** Asks for what came since it was last asked, as soon as that is so much. */
export interface ReceiverQuestion {
  readonly atLeast: number;
}

export interface ReceiverReply {
  /** Where webhooks are to be sent. */
  readonly url: string;
  readonly receipts: readonly Receipt[];
}

const PATIENCE_MS = 120_000;

let receipts: Receipt[] = [];
let onReceipt = (): void => undefined;

/** A merchant's server that wants everything, and answers before it thinks. */
const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const at = performance.timeOrigin + performance.now();
    res.writeHead(200).end();
    receipts.push({ at, body: Buffer.concat(chunks).toString() });
    onReceipt();
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;

answer<ReceiverQuestion, ReceiverReply>(async ({ atLeast }) => {
  await arrivalOf(atLeast);
  const since = receipts;
  receipts = [];
  return { url, receipts: since };
});

function arrivalOf(count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const impatience = setTimeout(() => reject(new Error(`Of ${count} webhooks ${receipts.length} came`)), PATIENCE_MS);
    onReceipt = (): void => {
      if (receipts.length < count) return;
      clearTimeout(impatience);
      onReceipt = () => undefined;
      resolve();
    };
    onReceipt();
  });
}
