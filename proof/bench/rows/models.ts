import { until } from '../../../libs/platform/testing/until.js';
import type { Deployment } from '../deployment.js';
import type { Shop } from '../shop.js';
import { traceOfCharge, type Trace } from './stored.js';

const DELIVERY_LIMIT_MS = 60_000;

/** A charge whose rows are copied, and the share of its copies. */
export interface Model {
  readonly trace: Trace;
  readonly percent: number;
}

/**
 * Charges as in real use: most are paid, some by card, and some fail or expire. All webhooks are delivered.
 */
export async function modelsOf({ postgres, database }: Deployment, shop: Shop): Promise<Model[]> {
  const endings = [
    { percent: 55, id: (await shop.act(await shop.create(), 'mark_as_paid')).id },
    { percent: 20, id: (await shop.charge(await shop.token())).id },
    { percent: 10, id: (await shop.act(await shop.create(), 'mark_as_failed')).id },
    { percent: 15, id: (await shop.act(await shop.create(), 'expire')).id },
  ];
  const countPending = `SELECT count(*)::int AS pending FROM webhook_delivery WHERE status = 'pending'`;
  await until(
    async () => (await postgres.query<{ pending: number }>(database, countPending))[0]?.pending === 0,
    `The deliveries of ${database} do not arrive`,
    DELIVERY_LIMIT_MS,
  );
  return Promise.all(
    endings.map(async ({ percent, id }) => ({ percent, trace: await traceOfCharge(postgres, database, id) })),
  );
}
