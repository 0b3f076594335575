import { hasRedis, OwnRedis } from '../rig/own-redis.js';
import type { OwnPostgres } from '../rig/own-postgres.js';
import { startDeployment } from './deployment.js';
import type { BenchOptions } from './options.js';
import { diskTable, paymentTable, webhookLatency } from './payments.js';
import { measureRequests, requestTable } from './requests.js';
import { fillCharges } from './rows/fill.js';
import { modelsOf } from './rows/models.js';
import { Shop } from './shop.js';
import type { Tools } from './tools.js';

/** One process of each kind, with PostgreSQL and Redis. */
export async function measureSplit(
  options: BenchOptions,
  { dir, load, receiver, say }: Tools,
  postgres: OwnPostgres,
): Promise<string> {
  const redis = hasRedis() ? await OwnRedis.open() : undefined;
  if (!redis) say('redis-server is not installed: the queue is in PostgreSQL');
  const deployment = await startDeployment(postgres, { name: 'split', parent: dir, redis });
  try {
    const shop = await Shop.open(deployment);
    if (options.filled !== undefined)
      await fillCharges(deployment, await modelsOf(deployment, shop), options.filled, say);
    const measured = await measureRequests([shop], load, options, say);
    const payments = await paymentTable([deployment], receiver, options);
    const disk = await diskTable(deployment, receiver, options);
    const latency = `- Request to webhook: ${await webhookLatency(deployment, receiver, options)}`;
    return [requestTable([shop], measured), payments, disk, latency].join('\n\n');
  } finally {
    await deployment.close();
    await redis?.kill();
  }
}
