import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { NotPossible } from '../shops/order-run.js';
import { ShopOrders } from '../shops/shop-orders.js';
import { breachOf, type Breach, type ChargeTruth, type Looks, type Shown } from './rules/law.js';
import { SoakPlayer, type PlayedOrder } from './soak-player.js';

const POLL_MS = 100;

/** An order of a plan that broke the law. */
export interface Broken {
  /** Its place in the plan, from 1. */
  readonly number: number;
  readonly played: PlayedOrder;
  readonly breach: Breach;
  /** The charge that shows it; `undefined` without one. */
  readonly charge: string | undefined;
}

/** Compares what the shop says about its orders with what happened to them. */
@Injectable()
export class SoakJudge {
  constructor(
    private readonly orders: ShopOrders,
    private readonly player: SoakPlayer,
    private readonly database: Database,
  ) {}

  /** The first order that breaks the law, also after the time that the shop may take. Throws {@link NotPossible}. */
  async firstBroken(orders: readonly PlayedOrder[], looks: Looks): Promise<Broken | undefined> {
    for (const [index, played] of orders.entries()) {
      const { breach, charges } = await this.breachAfter(played, looks);
      const charge = charges.findLast(({ status }) => status === 'successful') ?? charges.at(-1);
      if (breach) return { number: index + 1, played, breach, charge: charge?.id };
    }
    return undefined;
  }

  /** All fields of the order that the shop shows. Throws {@link NotPossible}. */
  show({ run }: PlayedOrder): Promise<Shown> {
    const { probe } = run.parameters;
    if (probe === null) throw new NotPossible('What became of an order cannot be seen: pass a probe.');
    return this.orders.show(run, probe);
  }

  /** Polls while the law is broken, for as long as the shop may take. */
  private async breachAfter(
    played: PlayedOrder,
    looks: Looks,
  ): Promise<{ readonly breach: Breach | undefined; readonly charges: readonly ChargeTruth[] }> {
    const { parameters, scenario } = played.run;
    const deadline = performance.now() + parameters.settleMs;
    for (;;) {
      const charges = await this.charges(played);
      const breach =
        refusalOf(played) ??
        breachOf(played.order, charges, await this.show(played), parameters.expect, looks);
      if (breach === undefined || performance.now() >= deadline) return { breach, charges };
      await delay(POLL_MS, undefined, { signal: scenario.signal });
    }
  }

  /** What Tollgate knows about the charges of the order, oldest first. */
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
        disputes: { select: { status: true } },
      },
      orderBy: { id: 'asc' },
    });
    return found.map(({ id, status, amount, currency, refundedAmount, disputes }) => ({
      id,
      status,
      amount: Number(amount),
      currency,
      refunded: Number(refundedAmount),
      isLost: disputes.some((one) => one.status === 'lost'),
    }));
  }
}

function refusalOf({ refusal }: PlayedOrder): Breach | undefined {
  if (refusal === undefined) return undefined;
  return {
    law: 'unaccepted webhook',
    text: `The shop does not accept a webhook, also when it is sent again: ${refusal}.`,
  };
}
