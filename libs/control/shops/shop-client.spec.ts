import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { jest } from '@jest/globals';
import { closeAll, holdTimeOuts, listenOnLoopback, turns } from '#platform/http/test/loopback.js';
import { within } from '#platform/testing/until.js';
import { ShopClient, urlForOrder } from './shop-client.js';

const LIMIT_MS = 30_000;
const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const { signal } = new AbortController();
let shop: Server;

beforeEach(holdTimeOuts);

afterEach(() => {
  jest.useRealTimers();
  closeAll(shop);
});

async function open(listener: RequestListener): Promise<string> {
  shop = createServer(listener);
  return `http://127.0.0.1:${await listenOnLoopback(shop)}/`;
}

describe('a call of a shop', () => {
  it.each<[string, RequestListener]>([
    ['sends nothing', () => undefined],
    ['stops in its answer', (_, res) => void res.write('{')],
    ['switches to another protocol', ({ socket }) => void socket.write(SWITCH)],
  ])('ends at its limit if the shop %s, despite garbage collection', async (_, listener) => {
    const url = await open(listener);
    const arrival = once(shop, 'request');
    const call = new ShopClient(LIMIT_MS).call('GET', url, signal);
    await within(arrival, 'the call does not arrive');
    for (let time = 0; time < 3; time += 1) {
      collectGarbage();
      await turns(2);
    }
    jest.advanceTimersByTime(LIMIT_MS);
    expect(await within(call, 'the call does not end')).toMatchObject({
      status: null,
      problem: 'no answer within 30 s',
    });
  });

  it('reads 64 KiB of an endless answer', async () => {
    const url = await open((_, res) => {
      const write = (): void => {
        while (res.write('x'.repeat(16_384)));
      };
      res.on('drain', write);
      write();
    });
    const { status, body } = await new ShopClient(LIMIT_MS).call('GET', url, signal);
    expect([status, body.length]).toEqual([200, 65_536]);
  });

  it('follows no redirect, and has the header that the control host rejects', async () => {
    const asked: (string | undefined)[] = [];
    const url = await open((req, res) => {
      asked.push(req.url, String(req.headers['tollgate-epoch']));
      res.writeHead(302, { location: '/elsewhere' }).end('moved');
    });
    const { status, body } = await new ShopClient(LIMIT_MS).call('POST', url, signal);
    expect([status, body, asked]).toEqual([302, 'moved', ['/', '0']]);
  });

  it('leaves no connection and no timer', async () => {
    const closed: Promise<unknown>[] = [];
    const url = await open((req, res) => {
      closed.push(within(once(req.socket, 'close'), 'the connection is not closed'));
      res.end('{}');
    });
    await new ShopClient(LIMIT_MS).call('GET', url, signal);
    expect(jest.getTimerCount()).toBe(0);
    await Promise.all(closed);
  });

  it('throws the reason of its signal', async () => {
    const url = await open(() => undefined);
    const stop = new AbortController();
    const arrival = once(shop, 'request');
    const call = new ShopClient(LIMIT_MS).call('GET', url, stop.signal);
    await within(arrival, 'the call does not arrive');
    stop.abort(new Error('stopped'));
    await expect(call).rejects.toThrow('stopped');
  });

  it('returns the problem of a shop that does not listen, and of an address that is never called', async () => {
    const url = await open(() => undefined);
    closeAll(shop);
    const client = new ShopClient(LIMIT_MS);
    expect(await client.call('HEAD', url, signal)).toMatchObject({ status: null, problem: 'ECONNREFUSED' });
    expect(await client.call('GET', 'http://169.254.169.254/', signal)).toMatchObject({
      problem: 'FORBIDDEN_ADDRESS',
    });
  });
});

describe('the URL of an order', () => {
  it.each([
    ['http://shop.example/orders/{order}', '1042/a b', 'http://shop.example/orders/1042%2Fa%20b'],
    ['http://shop.example/order?of=a', '1042', 'http://shop.example/order?of=a&order=1042'],
  ])('of %s for %s is %s', (template, order, url) => {
    expect(urlForOrder(template, order)).toBe(url);
  });

  it.each(['', '.', '..'])('throws for the order "%s"', (order) => {
    expect(() => urlForOrder('http://shop.example/orders/{order}', order)).toThrow(
      `the order "${order}" cannot be a part of a URL`,
    );
  });
});
