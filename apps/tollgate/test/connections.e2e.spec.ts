import { jest } from '@jest/globals';
import { Metrics } from '#platform/metrics/metrics.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { until } from '#platform/testing/until.js';
import type { Host } from '../../../proof/contract/contract.js';
import { useOwnGateway } from './harness.js';
import { rawClient, type RawClient } from './raw-client.js';
import { scrape } from './scrape.js';

const MOST = 30;
const MOST_SCRAPERS = 50;

let metricsPort: number;
const gateway = useOwnGateway(async () => {
  metricsPort = await steadyPort();
  return { MAX_CONNECTIONS: String(MOST), METRICS_PORT: String(metricsPort) };
});
let open: RawClient[] = [];

afterEach(() => {
  for (const { socket } of open) socket.destroy();
  open = [];
});

/** Connects, and asks at once if there is something to ask. */
function client(port: number, path?: string): RawClient {
  const one = rawClient(port);
  open.push(one);
  if (path !== undefined) ask(one, path);
  return one;
}

const ask = ({ socket }: RawClient, path: string): boolean =>
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
const answersTo = ({ text }: RawClient): number => text().split('HTTP/1.1 200 OK').length - 1;

/** Resolves with whether it was answered; otherwise it was closed. */
async function isServed(one: RawClient, path: string): Promise<boolean> {
  const before = answersTo(one);
  ask(one, path);
  await until(() => one.socket.closed || answersTo(one) > before, 'somebody is neither answered nor closed');
  return answersTo(one) > before;
}

const figure = async (name: string, part: Host): Promise<number> =>
  (await scrape(metricsPort)).sum(`tollgate_http_connections${name}`, { part }) ?? NaN;

describe('concurrent connections', () => {
  it.each<[Host, string]>([
    ['api', '/healthz'],
    ['vault', '/healthz'],
    ['pay', '/healthz'],
    ['control', '/healthz'],
  ])(
    'to the %s are limited; others are closed at once and counted, and open ones are served',
    async (part, path) => {
      const { apiPort, vaultPort, payPort, controlPort } = gateway.settings;
      const port = { api: apiPort, vault: vaultPort, pay: payPort, control: controlPort }[part];
      await until(async () => (await figure('', part)) === 0, 'earlier connections stay');
      const before = await figure('_dropped_total', part);
      const inside = Array.from({ length: MOST }, () => client(port));
      const served = (): Promise<boolean[]> => Promise.all(inside.map((one) => isServed(one, path)));
      expect(await served()).toEqual(Array(MOST).fill(true));
      const outside = client(port);
      expect(await isServed(outside, path)).toBe(false);
      expect(outside.text()).toBe('');
      expect([await figure('', part), await figure('_max', part)]).toEqual([MOST, MOST]);
      expect(await figure('_dropped_total', part)).toBe(before + 1);
      expect(await served()).toEqual(Array(MOST).fill(true));

      inside[0]?.socket.destroy();
      await until(() => isServed(client(port), path), 'nobody gets the place of the one who left');
      expect(await isServed(client(port), path)).toBe(false);
    },
  );

  it('for metrics are limited to fifty', async () => {
    let answer: (text: string) => void = () => undefined;
    const answered = new Promise<string>((resolve) => (answer = resolve));
    // None of them is idle, which a connection is for five seconds only.
    const asked = jest
      .spyOn(gateway.tollgate.api.get(Metrics)['exposition'], 'text')
      .mockReturnValue(answered);
    /** Resolves with whether it is let in; otherwise it was closed. */
    const isLetIn = async (): Promise<boolean> => {
      const before = asked.mock.calls.length;
      const { socket } = client(metricsPort, '/metrics');
      await until(
        () => socket.closed || asked.mock.calls.length > before,
        'a scraper is neither let in nor closed',
      );
      return asked.mock.calls.length > before;
    };
    const inside = Array.from({ length: MOST_SCRAPERS }, () => client(metricsPort, '/metrics'));
    await until(() => asked.mock.calls.length === MOST_SCRAPERS, 'not all fifty are let in');
    expect(await isLetIn()).toBe(false);

    const [leaving, ...staying] = inside as [RawClient, ...RawClient[]];
    leaving.socket.destroy();
    await until(isLetIn, 'no scraper gets the place of the one who left');
    expect(await isLetIn()).toBe(false);
    answer('figures');
    await until(
      () => staying.every(({ text }) => text().endsWith('figures')),
      'not all who are in are answered',
    );
    expect(staying.map(answersTo)).toEqual(staying.map(() => 1));
    asked.mockRestore();
  });
});
