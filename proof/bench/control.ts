import type { OwnPostgres } from '../rig/own-postgres.js';
import { startDeployment } from './deployment.js';
import { CREATE_FORM } from './forms.js';
import { repeat } from './http.js';
import type { BenchOptions } from './options.js';
import { Shop } from './shop.js';
import type { Tools } from './tools.js';
import { percentile } from './statistics.js';
import { markdownTable } from './table.js';

const FULL = { sandboxes: 200, expiries: 1_000, saved: 10_000, rounds: 5 };
const SHORT = { sandboxes: 3, expiries: 20, saved: 20, rounds: 1 };
const BEGIN = Date.parse('2030-01-01T00:00:00Z');
const HOUR_MS = 3_600_000;

/** Milliseconds of control-plane work, one request at a time. */
export async function measureControl(
  { isShort }: BenchOptions,
  { dir, receiver }: Tools,
  postgres: OwnPostgres,
): Promise<string> {
  const { sandboxes, expiries, saved, rounds } = isShort ? SHORT : FULL;
  const tollgate = await startDeployment(postgres, { name: 'control', parent: dir });
  const rows: string[][] = [];
  const measure = async (
    title: string,
    times: number,
    work: (number: number) => Promise<unknown>,
  ): Promise<void> => {
    const took = await repeat(times, (number) => timed(() => work(number)), 1);
    rows.push([title, String(times), ...[50, 99].map((percent) => percentile(took, percent).toFixed(1))]);
  };
  try {
    await measure('create a sandbox', sandboxes, () => Shop.open(tollgate));
    const shop = await Shop.open(tollgate);
    await measure('reset a sandbox', sandboxes, () => shop.control('POST', '/reset', {}));
    const { url } = await receiver.ask({ atLeast: 0 });
    const moved = await repeat(rounds, () => sandboxWithExpiries(tollgate, expiries, url), 1);
    await measure(`advance over ${expiries} expiries, each with a webhook`, rounds, (round) =>
      advance(moved[round], expiries),
    );
    await repeat(saved, () => shop.create());
    await measure(`save a snapshot of ${saved} charges`, rounds, (round) =>
      shop.control('POST', '/snapshots', { name: `round-${round}` }),
    );
    await measure('restore it', rounds, (round) =>
      shop.control('POST', `/snapshots/round-${round}/restore`, {}),
    );
    return markdownTable(['work', 'times', 'p50 ms', 'p99 ms'], rows);
  } finally {
    await tollgate.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function sandboxWithExpiries(
  tollgate: Parameters<typeof Shop.open>[0],
  expiries: number,
  webhookUri: string,
): Promise<Shop> {
  const shop = await Shop.open(tollgate, { clock: { now: new Date(BEGIN).toISOString(), frozen: true } });
  await repeat(expiries, (number) => {
    const form = new URLSearchParams(CREATE_FORM);
    form.set('expires_at', new Date(BEGIN + (number + 1) * HOUR_MS).toISOString());
    return shop.create(form.toString());
  });
  await shop.control('PATCH', '', { webhook_uri: webhookUri });
  return shop;
}

/** Throws unless every expiry's webhook is delivered. */
async function advance(shop: Shop | undefined, expiries: number): Promise<void> {
  const plan = { until: 'idle', max_real: '1h' };
  const walked = await shop?.control<{ status: string; happened: readonly { outcome: string }[] }>(
    'POST',
    '/clock/advance',
    plan,
  );
  const delivered = walked?.happened.filter(({ outcome }) => outcome === 'delivered').length;
  if (walked?.status !== 'done' || delivered !== expiries)
    throw new Error(
      `${delivered} of ${expiries} webhooks of an advance arrived; its status is ${walked?.status}`,
    );
}
