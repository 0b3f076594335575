import { join } from 'node:path';
import { startAllInOne, type AllInOne } from './npm-start.js';
import type { BenchOptions } from './options.js';
import { paymentTable, webhookLatency } from './payments.js';
import {
  CREATE,
  LIST,
  measureOnce,
  measureRequests,
  requestTable,
  RETRIEVE,
  type Measured,
} from './requests.js';
import { Shop } from './shop.js';
import type { Load, Tools } from './tools.js';

const GROWTH = 40_000;
const SHORT_GROWTH = 100;
const CLIENTS = 20;

/**
 * `npm start` with each node binary: everything in one process, with its own PostgreSQL and the queue in it.
 */
export async function measureStart(
  options: BenchOptions,
  { dir, load, receiver, say }: Tools,
): Promise<string> {
  const growth: Measured[][] = [];
  for (const [number, node] of options.nodes.entries()) {
    growth.push(await measureGrowth(options, join(dir, `growth-${number}`), node, load));
    say(`growth with ${node}: done`);
  }
  const running: AllInOne[] = [];
  try {
    for (const [number, node] of options.nodes.entries())
      running.push(await startAllInOne(node, join(dir, `start-${number}`)));
    const atRest = running.map(
      (each) =>
        `- ${each.name}: ready after ${each.seconds.toFixed(1)} s, ${each.megabytes().toFixed(0)} MB at rest`,
    );
    const shops = await Promise.all(running.map((tollgate) => Shop.open(tollgate)));
    const measured = await measureRequests(shops, load, options, say);
    const payments = await paymentTable(running, receiver, options);
    const notes: string[] = [];
    for (const [number, tollgate] of running.entries()) {
      const latency = await webhookLatency(tollgate, receiver, options);
      notes.push(
        `${atRest[number]}, ${tollgate.megabytes().toFixed(0)} MB after the load; request to webhook ${latency}`,
      );
    }
    const grown = (growth[0] ?? []).map((row, index) => ({
      ...row,
      samples: growth.flatMap((rows) => rows[index]?.samples ?? []),
    }));
    return [requestTable(shops, [...measured, ...grown]), payments, notes.join('\n')].join('\n\n');
  } finally {
    for (const tollgate of running) await tollgate.close();
  }
}

/** One client on a new database, and again right after many charges. */
async function measureGrowth(
  { requests: count, isShort }: BenchOptions,
  dir: string,
  node: string,
  load: Load,
): Promise<Measured[]> {
  const tollgate = await startAllInOne(node, dir);
  try {
    const shop = await Shop.open(tollgate);
    const rows: Measured[] = [];
    const [retrieved, listed, created] = [
      await RETRIEVE(shop, count),
      await LIST(shop, count),
      await CREATE(shop, count),
    ];
    const measure = async (
      title: string,
      requests: typeof listed,
      clients: number,
      times: number,
    ): Promise<void> => {
      rows.push({ title, clients, samples: [[await measureOnce(shop, load, requests, clients, times)]] });
    };
    const reads = async (when: string): Promise<void> => {
      await measure(`retrieve, ${when}`, retrieved, 1, count);
      await measure(`list 20, ${when}`, listed, 1, count);
    };
    await measureOnce(shop, load, [...retrieved, ...listed], 1, count);
    await reads('new database');
    const growth = isShort ? SHORT_GROWTH : GROWTH;
    await measure(`create ${growth} charges`, created, CLIENTS, growth);
    await reads(`right after ${growth} charges`);
    return rows;
  } finally {
    await tollgate.close();
  }
}
