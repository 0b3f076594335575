import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until, within } from '#platform/testing/until.js';
import { runForOrder } from './shop-orders.js';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tollgate-orders-'));
});

afterEach(() => rmSync(dir, { recursive: true }));

describe('a command for an order', () => {
  it('ends with its signal, even if a process that has left its group keeps the output open', async () => {
    const file = join(dir, 'pid');
    const stop = new AbortController();
    const daemon = `setsid sh -c 'echo $$ > "${file}"; exec sleep 600' &`;
    const run = runForOrder(
      `${daemon} while ! [ -s "${file}" ]; do sleep 0.05; done; true`,
      '1042',
      stop.signal,
    );
    const pid = (): number => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
    await until(() => pid() > 0, 'the process does not start');
    stop.abort(new Error('stopped'));
    try {
      await expect(within(run, 'the command does not end', 10_000)).rejects.toThrow('stopped');
    } finally {
      process.kill(pid(), 'SIGKILL');
    }
  });
});
