import { Injectable } from '@nestjs/common';
import { formatDuration } from '#kernel/duration.js';
import { SECOND_MS } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import { NotPossible } from '../shops/order-run.js';
import { ShopOrders, type OrderTerms } from '../shops/shop-orders.js';
import { ShopSchedules } from '../shops/shop-schedules.js';
import { orderIn } from '../shops/rules/order-in.js';
import type { PlayedOrder } from './played-order.js';

/** Time limit for the shop to create the schedule of a subscription. */
const PATIENCE_MS = 5 * SECOND_MS;

/** The schedules of orders whose customers subscribe. */
@Injectable()
export class SoakSubscriptions {
  constructor(
    private readonly orders: ShopOrders,
    private readonly schedules: ShopSchedules,
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
    const { schedule, order } = await this.orders.beginOnly(run, checkout, schedules.size > 0, terms);
    const look = async (): Promise<true | undefined> => {
      const found = await this.find(played, schedule);
      // A shop may have its own numbers.
      const number = found.find(({ id }) => id === schedule)?.order;
      if (order === undefined && number !== undefined) run.scenario = { ...run.scenario, order: number };
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
    const own = found
      .map(({ id, terms, nextAt }) => {
        const { metadata } = terms as { readonly metadata?: unknown };
        return { id, nextAt, order: orderIn(metadata, run.parameters.orderKey) };
      })
      .filter((one) => schedules.has(one.id) || one.id === named || one.order === order);
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
    const found = await this.find(played);
    const ids = found.map(({ id }) => id);
    await this.schedules.remove(played.run.scenario.scope.accountId, ids);
  }
}
