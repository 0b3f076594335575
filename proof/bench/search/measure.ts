import type { OwnPostgres } from '../../rig/own-postgres.js';
import { startDeployment } from '../deployment.js';
import { repeat } from '../http.js';
import type { BenchOptions } from '../options.js';
import type { Shop } from '../shop.js';
import type { Tools } from '../tools.js';
import { median } from '../statistics.js';
import { markdownTable, shown } from '../table.js';
import { fillSearched } from './fill.js';
import { searchesFor } from './searches.js';

/** Searches of a round. Their median counts. */
const TIMES = 11;
const SHORT_TIMES = 2;
const MANY = 100_000;
const SHORT_MANY = 200;

/** Milliseconds of searches among many charges, by one client. */
export async function measureSearch(
  options: BenchOptions,
  { dir, say }: Tools,
  postgres: OwnPostgres,
): Promise<string> {
  const { filled, isShort, rounds } = options;
  const count = filled ?? (isShort ? SHORT_MANY : MANY);
  const deployment = await startDeployment(postgres, { name: 'search', parent: dir });
  try {
    const { shop, rare } = await fillSearched(deployment, count, say);
    const rows: string[][] = [];
    for (const [name, parameters] of Object.entries(searchesFor(rare))) {
      // The first search may count what later ones find in a cache.
      const first = await timed(shop, parameters);
      const usual: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        usual.push(median(await repeat(isShort ? SHORT_TIMES : TIMES, () => timed(shop, parameters), 1)));
      rows.push([name, first.toFixed(1), shown(usual, 1)]);
    }
    return markdownTable([`search among ${count} charges`, 'at first, ms', 'later, ms'], rows);
  } finally {
    await deployment.close();
  }
}

async function timed(shop: Shop, parameters: ReturnType<typeof searchesFor>[string]): Promise<number> {
  const began = performance.now();
  await shop.get(`/search?${new URLSearchParams({ scope: 'charge', ...parameters }).toString()}`);
  return performance.now() - began;
}
