import { freePort } from '#platform/database/postgres-server.js';
import type { Host } from '../../contract/contract.js';
import { openGateway, type Gateway } from './harness.js';
import { rawClient, type RawClient } from './raw-client.js';
import { scrape } from './scrape.js';
import { until } from './until.js';

const MOST = 30;
const MOST_SCRAPERS = 50;

let gateway: Gateway;
let metricsPort: number;
let open: RawClient[] = [];

beforeAll(async () => {
  metricsPort = await freePort();
  gateway = await openGateway({ MAX_CONNECTIONS: String(MOST), METRICS_PORT: String(metricsPort) });
});

afterEach(() => {
  for (const { socket } of open) socket.destroy();
  open = [];
});

afterAll(() => gateway.close());

function client(port: number): RawClient {
  const one = rawClient(port);
  open.push(one);
  return one;
}

const askedBy = ({ text }: RawClient): number => text().split('HTTP/1.1 200 OK').length - 1;

/** Resolves with whether it was answered; otherwise it was closed. */
async function isServed(one: RawClient, path: string): Promise<boolean> {
  const before = askedBy(one);
  one.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await until(() => Promise.resolve(one.socket.closed || askedBy(one) > before));
  return askedBy(one) > before;
}

const figure = async (name: string, part: Host): Promise<number> =>
  (await scrape(metricsPort)).sum(`tollgate_http_connections${name}`, { part }) ?? NaN;

/** Fills the port; one more is closed, and nobody else, until somebody leaves. */
async function expectBound(
  port: number,
  path: string,
  most: number,
  whenFull: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const inside = Array.from({ length: most }, () => client(port));
  expect((await Promise.all(inside.map((one) => isServed(one, path)))).every(Boolean)).toBe(true);
  const outside = client(port);
  expect(await isServed(outside, path)).toBe(false);
  expect(outside.text()).toBe('');
  await whenFull();
  expect((await Promise.all(inside.map((one) => isServed(one, path)))).every(Boolean)).toBe(true);

  inside[0]?.socket.destroy();
  await until(() => isServed(client(port), path));
  expect(await isServed(client(port), path)).toBe(false);
}

describe('of those who want to be connected at once', () => {
  it.each<[Host, string]>([
    ['api', '/healthz'],
    ['vault', '/healthz'],
    ['pay', '/healthz'],
  ])('to the %s, only so many are, the others are closed at once and counted, and who is in is served', async (part, path) => {
    const { apiPort, vaultPort, payPort } = gateway.settings;
    await until(async () => (await figure('', part)) === 0);
    const before = await figure('_dropped_total', part);
    await expectBound({ api: apiPort, vault: vaultPort, pay: payPort }[part], path, MOST, async () => {
      expect([await figure('', part), await figure('_max', part)]).toEqual([MOST, MOST]);
      expect(await figure('_dropped_total', part)).toBe(before + 1);
    });
  });

  it('to scrape, fifty are', () => expectBound(metricsPort, '/metrics', MOST_SCRAPERS));
});
