import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '#platform/testing/until.js';
import { useOpened } from './use-opened.js';

export interface ReceivedWebhook {
  /** Path of the address; `/hook` by default. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly event: {
    readonly id: string;
    readonly key: string;
    readonly data: { readonly id: string; readonly status: string; readonly [field: string]: unknown };
  };
}

type Answer = (received: ReceivedWebhook, response: ServerResponse) => void;

/** A merchant's webhook server on this machine. Records webhooks; answers 200 by default. */
export interface Receiver {
  /** Ends in `/hook`. Other paths are received too. */
  readonly uri: string;
  readonly received: readonly ReceivedWebhook[];
  /** Sets the response to later requests. */
  answer(answer: Answer): void;
  /** The first webhook that fits, come already or still to come. Each is given out once. */
  next(fits: string | ((webhook: ReceivedWebhook) => boolean)): Promise<ReceivedWebhook>;
  close(): Promise<void>;
}

/** The webhook's event, or undefined if it is not JSON. */
function parsed(text: string): ReceivedWebhook['event'] {
  try {
    return JSON.parse(text) as ReceivedWebhook['event'];
  } catch {
    return { id: '', key: '', data: { id: '', status: '' } };
  }
}

/** A receiver for the specs of the file or block that calls this: opened before them, closed after them. */
export function useReceiver(): Receiver {
  return useOpened(openReceiver);
}

/** For a spec that closes it itself. Others {@link useReceiver}. */
export async function openReceiver(): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const taken = new Set<ReceivedWebhook>();
  let respond: Answer = (_, response) => void response.end('ok');
  // A port may have been an earlier receiver's, which webhooks are still sent to. Digits could look like a
  // card number, which error messages mask.
  const prefix = `/${randomBytes(16).toString('hex').replaceAll(/\d/g, 'x')}`;
  const server = createServer((req, res) => {
    const url = req.url ?? '';
    if (!url.startsWith(`${prefix}/`)) return void req.resume().on('end', () => res.writeHead(404).end());
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const webhook = { path: url.slice(prefix.length), headers: req.headers, text, event: parsed(text) };
      received.push(webhook);
      respond(webhook, res);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}/hook`,
    received,
    answer: (answer) => {
      respond = answer;
    },
    next: async (fits) => {
      const matches = (webhook: ReceivedWebhook): boolean =>
        typeof fits === 'string' ? webhook.event.key === fits : fits(webhook);
      let found: ReceivedWebhook | undefined;
      const take = (): boolean => {
        found = received.find((webhook) => !taken.has(webhook) && matches(webhook));
        if (found) taken.add(found);
        return found !== undefined;
      };
      await until(
        take,
        () =>
          `no webhook fits ${String(fits)} among ${received.map(({ event }) => event.key).join(', ') || 'none'}`,
      );
      return found as ReceivedWebhook;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
