import { Injectable } from '@nestjs/common';
import { failureCodesOf } from '#kernel/failures.js';
import type { FaultRule, PaymentEffect } from '#engine/faults/rules/fault.js';
import type { Account } from '#engine/accounts/account.js';
import { FaultInjector } from '#engine/faults/fault-injector.js';
import type { Charge } from './rules/charge.js';

/**
 * When a fault may decide on a payment. `made`: when it is made and needs no customer. `awaiting`: when it is
 * made and waits for its customer. `agreed`: when that customer agrees. `approved`: when it is made in a
 * sandbox that agrees for its customers (`auto_approve`).
 */
export type PaymentMoment = 'made' | 'awaiting' | 'approved' | 'agreed';

const EFFECTS_AT: Readonly<Record<PaymentMoment, readonly PaymentEffect['kind'][]>> = {
  made: ['fail', 'never'],
  awaiting: ['settle', 'never'],
  approved: ['settle', 'fail', 'never'],
  agreed: ['fail', 'never'],
};

@Injectable()
export class PaymentFaults {
  constructor(private readonly faults: FaultInjector) {}

  /**
   * The effect of the first fault that hits the payment at this moment. A failure code that the payment
   * cannot have is skipped, and not counted.
   */
  async effectOn(
    account: Account,
    charge: Charge,
    sourceType: string | null,
    moment: PaymentMoment,
  ): Promise<PaymentEffect | undefined> {
    if (account.faults.length === 0) return undefined;
    const {
      id,
      livemode,
      amount,
      metadata,
      sourceId,
      cardId,
      customerId,
      linkedAccountId,
      linkId,
      scheduleId,
    } = charge;
    const objects = [id, sourceId, cardId, customerId, linkedAccountId, linkId, scheduleId].filter(
      (object) => object !== null,
    );
    const rules = this.faults.matching(account, 'payment', {
      objects,
      subjects: [{ sourceType, amount, metadata }],
    });
    for (const rule of rules) {
      const effect = rule.effect as PaymentEffect;
      if (!EFFECTS_AT[moment].includes(effect.kind) || !isPossible(effect, charge)) continue;
      if (await this.faults.fire(account, rule, { livemode, objectId: id })) return effect;
    }
    return undefined;
  }
}

function isPossible(effect: FaultRule['effect'], charge: Charge): boolean {
  return effect.kind !== 'fail' || failureCodesOf(charge).includes(effect.code);
}
