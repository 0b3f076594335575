import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createListener, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from '#platform/clock/clock.js';
import type { Settings } from '#platform/config/settings.js';
import { WebhookSender, type SentAttempt } from './webhook-sender.js';

const OWN = { 'Omise-Signature': 'a', 'Omise-Signature-Timestamp': '1' };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let silent: Server;
let uri: string;

beforeAll(async () => {
  silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  uri = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});

afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await once(silent, 'close');
});

const senderWithTimeout = (webhookTimeoutMs: number): WebhookSender =>
  new WebhookSender({ webhookTimeoutMs } as Settings, { machineNow: () => new Date() } as Clock);

/** Sends, and collects garbage until that has ended. */
async function sendAmidCollections(sender: WebhookSender, afterArrival: () => void = () => undefined): Promise<SentAttempt> {
  const arrival = once(silent, 'request');
  let hasEnded = false;
  const sending = sender.send(uri, '{}', OWN).finally(() => (hasEnded = true));
  await arrival;
  afterArrival();
  while (!hasEnded) {
    collectGarbage();
    await turn();
  }
  return sending;
}

describe('an attempt at a receiver that says nothing', () => {
  it('ends when its time is over, whatever is collected as garbage meanwhile', async () => {
    expect(await sendAmidCollections(senderWithTimeout(300))).toMatchObject({ status: null, error: 'timeout' });
  });

  it('can be broken off, and one that comes later is at once', async () => {
    const sender = senderWithTimeout(60_000);
    expect(await sendAmidCollections(sender, () => sender.abort())).toMatchObject({ error: 'interrupted' });
    expect(await sender.send(uri, '{}', OWN)).toMatchObject({ error: 'interrupted' });
  });
});

describe('an attempt at a receiver that does not get as far as being connected', () => {
  it('can be broken off, and holds up no stop', async () => {
    const sockets: Socket[] = [];
    // Takes connections, and never says what a TLS handshake waits for.
    const mute = createListener((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const sender = senderWithTimeout(60_000);
    const arrival = once(mute, 'connection');
    const sending = sender.send(`https://127.0.0.1:${(mute.address() as AddressInfo).port}`, '{}', OWN);
    await arrival;
    sender.abort();
    expect(await sending).toMatchObject({ error: 'interrupted' });
    await sender.onApplicationShutdown();
    for (const socket of sockets) socket.destroy();
    mute.close();
    await once(mute, 'close');
  });
});
