import { Injectable } from '@nestjs/common';
import { formatDuration } from '#kernel/duration.js';
import { ApiError } from '#kernel/errors.js';
import { SECOND_MS } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import { ScheduleLifecycle } from '#resources/schedules/schedule.lifecycle.js';
import { NotPossible } from '../shops/order-run.js';
import { ShopOrders, type OrderTerms } from '../shops/shop-orders.js';
import type { PlayedOrder } from './played-order.js';

/** Time limit for the shop to create the schedule of a subscription. */
const PATIENCE_MS = 5 * SECOND_MS;

interface ChargeTerms {
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The schedules of orders whose customers subscribe. */
@Injectable()
export class SoakSubscriptions {
  constructor(
    private readonly orders: ShopOrders,
    private readonly schedules: ScheduleLifecycle,
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly watch: AccountWatch,
    private readonly clock: Clock,
  ) {}

  /** Throws {@link NotPossible} if the shop makes no schedule. */
  async begin(played: PlayedOrder, terms: OrderTerms): Promise<void> {
    const { run, schedules } = played;
    const { signal, scope } = run.scenario;
    const checkout = run.parameters.checkout ?? '';
    const { schedule } = await this.orders.beginOnly(run, checkout, schedules.size > 0, terms);
    const look = async (): Promise<true | undefined> => {
      const found = await this.find(played, schedule);
      return found.length > 0 ? true : undefined;
    };
    if (!(await this.watch.until(scope.accountId, look, PATIENCE_MS, signal)))
      throw new NotPossible(
        `The checkout created no schedule with charge.metadata.${run.parameters.orderKey} = ${run.scenario.order} in this sandbox. Let the checkout answer with {"schedule": "schd_…"}.`,
      );
  }

  /** Notes the schedules of the order that were made since, and answers all that are not deleted. */
  async find({ run, schedules }: PlayedOrder, named?: string) {
    const { scope, order } = run.scenario;
    const found = await this.database.schedule.findMany({
      where: { accountId: scope.accountId, livemode: false, kind: 'charge', status: { not: 'deleted' } },
      select: { id: true, terms: true, nextAt: true },
      orderBy: { id: 'asc' },
    });
    const own = found.filter(({ id, terms }) => {
      const { metadata } = terms as ChargeTerms;
      return schedules.has(id) || id === named || String(metadata?.[run.parameters.orderKey]) === order;
    });
    for (const { id } of own) schedules.add(id);
    return own;
  }

  /** The time until the next charge of the order, as a duration. Throws {@link NotPossible}. */
  async untilRenewal(played: PlayedOrder): Promise<string> {
    const found = await this.find(played);
    const next = Math.min(...found.map(({ nextAt }) => nextAt?.getTime() ?? Infinity));
    if (next === Infinity) throw new NotPossible('The order has no schedule that goes on.');
    const account = await this.directory.get(played.run.scenario.scope.accountId);
    const left = next - this.clock.now(account).getTime();
    return formatDuration(Math.max(1, Math.ceil(left / SECOND_MS)) * SECOND_MS);
  }

  /** Deletes the schedules of the order. */
  async end(played: PlayedOrder): Promise<void> {
    const tenant = { accountId: played.run.scenario.scope.accountId, livemode: false };
    for (const { id } of await this.find(played))
      await this.schedules.destroy(tenant, id).catch((error: unknown) => {
        // The shop has deleted it meanwhile.
        if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
      });
  }
}
