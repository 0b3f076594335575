import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { NotPossible, startOf } from '../shops/order-run.js';
import { ShopOrders } from '../shops/shop-orders.js';
import { breachOf, type Breach, type ChargeTruth, type Looks, type Shown } from './rules/law.js';
import type { PlayedOrder } from './played-order.js';
import { SoakPlayer } from './soak-player.js';

/** The most characters of a finding's text, a part of which the shop chooses. */
const MAX_TEXT = 2_000;

/** An order of a plan that broke the law. */
export interface Broken {
  /** Its place in the plan, from 1. */
  readonly number: number;
  readonly played: PlayedOrder;
  readonly breach: Breach;
  /** The charge that shows it; `undefined` without one. */
  readonly charge: string | undefined;
}

/** Compares the orders of the shop with their charges. */
@Injectable()
export class SoakJudge {
  constructor(
    private readonly orders: ShopOrders,
    private readonly player: SoakPlayer,
    private readonly database: Database,
  ) {}

  /**
   * The first order that breaks the law, after the time that the shop may take. Throws {@link NotPossible} if the
   * shop does not show an order that has a charge.
   */
  async firstBroken(orders: readonly PlayedOrder[], looks: Looks): Promise<Broken | undefined> {
    const [first] = orders;
    if (first) await delay(first.run.parameters.settleMs, undefined, { signal: first.run.scenario.signal });
    for (const [index, played] of orders.entries()) {
      const charges = await this.charges(played);
      const breach = refusalOf(played) ?? (await this.breachIn(played, charges, looks));
      const charge = charges.findLast(({ status }) => status === 'successful') ?? charges.at(-1);
      if (breach)
        return {
          number: index + 1,
          played,
          breach: { law: breach.law, text: startOf(breach.text, MAX_TEXT) },
          charge: charge?.id,
        };
    }
    return undefined;
  }

  /** All fields of the order that the shop shows. Throws {@link NotPossible}. */
  show({ run }: PlayedOrder): Promise<Shown> {
    const { probe } = run.parameters;
    if (probe === null) throw new NotPossible('What became of an order cannot be seen: pass a probe.');
    return this.orders.show(run, probe);
  }

  private async breachIn(
    played: PlayedOrder,
    charges: readonly ChargeTruth[],
    looks: Looks,
  ): Promise<Breach | undefined> {
    const { expect } = played.run.parameters;
    const shown = await this.show(played).catch((error: unknown) => {
      // An order that the shop did not take.
      if (error instanceof NotPossible && charges.length === 0) return undefined;
      throw error;
    });
    return shown && breachOf(played.order, charges, shown, expect, looks);
  }

  /** The charges of the order in Tollgate, oldest first. */
  async charges(played: PlayedOrder): Promise<ChargeTruth[]> {
    const ids = await this.player.chargesOf(played);
    const { accountId } = played.run.scenario.scope;
    const found = await this.database.charge.findMany({
      where: { id: { in: ids }, accountId, livemode: false },
      select: {
        id: true,
        status: true,
        amount: true,
        currency: true,
        refundedAmount: true,
        scheduleId: true,
        disputes: { select: { status: true } },
      },
      orderBy: { id: 'asc' },
    });
    return found.map(({ id, status, amount, currency, refundedAmount, scheduleId, disputes }) => ({
      id,
      status,
      amount: Number(amount),
      currency,
      refunded: Number(refundedAmount),
      isLost: disputes.some((one) => one.status === 'lost'),
      schedule: scheduleId,
    }));
  }
}

function refusalOf({ refusal }: PlayedOrder): Breach | undefined {
  if (refusal === undefined) return undefined;
  return {
    law: 'unaccepted webhook',
    text: `The shop refuses a webhook even when it is sent again: ${refusal}.`,
  };
}
