import type { OwnPostgres } from '../rig/own-postgres.js';
import type { Deployment } from './deployment.js';
import { repeat } from './http.js';
import type { BenchOptions } from './options.js';
import { costs } from './requests.js';
import { Shop } from './shop.js';
import { percentile } from './statistics.js';
import { markdownTable } from './table.js';
import { costOf, type Tollgate } from './tollgate.js';
import type { Receiver } from './tools.js';

/** Webhooks that are timed one after the other, at most. */
const TIMED = 200;
const KILOBYTE = 1_000;

/** A payment is a charge with its source, `mark_as_paid`, and their two webhooks. */
export async function paymentTable(
  tollgates: readonly Tollgate[],
  receiver: Receiver,
  { clients, requests }: BenchOptions,
): Promise<string> {
  const rows: string[][] = [];
  for (const tollgate of tollgates) {
    const shop = await openShop(tollgate, receiver);
    await payments(shop, receiver, Math.ceil(requests / 2), Math.max(...clients));
    for (const count of clients) {
      const before = tollgate.processorTime();
      const began = performance.now();
      await payments(shop, receiver, requests, count);
      const perSecond = (requests * 1_000) / (performance.now() - began);
      rows.push([
        tollgate.name || 'one of each',
        String(count),
        perSecond.toFixed(0),
        costs([costOf(tollgate, before, requests)]),
      ]);
    }
  }
  const processes = tollgates.map((tollgate) => Object.keys(tollgate.processorTime()).join(' + '));
  return markdownTable(['payments with two webhooks', 'clients', '/s', `${processes[0]} ms`], rows);
}

/** Bytes, transactions and flushes of PostgreSQL for each payment. */
export async function diskTable(
  { postgres, database, ...tollgate }: Deployment,
  receiver: Receiver,
  { requests }: BenchOptions,
): Promise<string> {
  const shop = await openShop(tollgate, receiver);
  const rows: string[][] = [];
  for (const clients of [1, 20]) {
    const before = await disk(postgres, database);
    await payments(shop, receiver, requests, clients);
    const after = await disk(postgres, database);
    const each = (name: keyof Disk, unit: number): string =>
      ((Number(after[name]) - Number(before[name])) / requests / unit).toFixed(1);
    rows.push([
      String(clients),
      each('wal', KILOBYTE),
      each('size', KILOBYTE),
      each('commits', 1),
      each('flushes', 1),
    ]);
  }
  return markdownTable(
    ['clients', 'WAL of a payment, KB', 'tables and indexes, KB', 'transactions', 'flushes of the WAL'],
    rows,
  );
}

/** Milliseconds from sending `POST /charges` to the arrival of its webhook, one at a time. */
export async function webhookLatency(
  tollgate: Tollgate,
  receiver: Receiver,
  { requests }: BenchOptions,
): Promise<string> {
  const shop = await openShop(tollgate, receiver);
  const times = await repeat(
    Math.min(TIMED, requests),
    async () => {
      const began = performance.timeOrigin + performance.now();
      await shop.create();
      const { arrivals } = await receiver.ask({ atLeast: 1 });
      return (arrivals[0] ?? Number.NaN) - began;
    },
    1,
  );
  return `${percentile(times, 50).toFixed(1)} ms (p50), ${percentile(times, 99).toFixed(1)} ms (p99)`;
}

/** Opens a shop whose webhooks arrive at `receiver`. */
async function openShop(tollgate: Tollgate, receiver: Receiver): Promise<Shop> {
  const { url } = await receiver.ask({ atLeast: 0 });
  return Shop.open(tollgate, { webhook_uri: url });
}

async function payments(shop: Shop, receiver: Receiver, count: number, clients: number): Promise<void> {
  await repeat(count, async () => shop.act(await shop.create(), 'mark_as_paid'), clients);
  await receiver.ask({ atLeast: 2 * count });
}

/** Bytes and counts since the server started, as the driver returns a bigint. */
type Disk = Readonly<Record<'wal' | 'size' | 'commits' | 'flushes', string>>;

async function disk(postgres: OwnPostgres, database: string): Promise<Disk> {
  const [found] = await postgres.query<Disk>(
    database,
    `SELECT pg_current_wal_lsn() - '0/0' AS wal, pg_database_size(current_database()) AS size,
       (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits,
       (SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal') AS flushes`,
  );
  if (!found) throw new Error('PostgreSQL returned no statistics');
  return found;
}
