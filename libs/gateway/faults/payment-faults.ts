import { Injectable } from '@nestjs/common';
import type { Charge } from '#domain/charges/charge.js';
import type { FaultRule, PaymentEffect } from '#domain/faults/fault.js';
import { failureCodesOf } from '#domain/failures.js';
import type { Account } from '../accounts/account.js';
import { Faults } from './faults.js';

/**
 * When a payment is decided on: as it is `made`, where nobody is asked; later, as its customer agrees (`agreed`). What waits for its customer
 * is asked about as it is made too (`awaiting`); where the sandbox agrees for its customers, that is all at once (`approved`).
 */
export type PaymentMoment = 'made' | 'awaiting' | 'approved' | 'agreed';

const EFFECTS_AT: Readonly<Record<PaymentMoment, readonly PaymentEffect['kind'][]>> = {
  made: ['fail', 'never'],
  awaiting: ['settle', 'never'],
  approved: ['settle', 'fail', 'never'],
  agreed: ['fail', 'never'],
};

/** What faults have become of payments. */
@Injectable()
export class PaymentFaults {
  constructor(private readonly faults: Faults) {}

  /** The effect of the first fault that hits the payment at this moment. One that the payment cannot fail with passes it by. */
  async effectOn(account: Account, charge: Charge, sourceType: string | null, moment: PaymentMoment): Promise<PaymentEffect | undefined> {
    if (account.faults.length === 0) return undefined;
    const { id, livemode, amount, metadata, sourceId, cardId, customerId, linkedAccountId, linkId, scheduleId } = charge;
    const objects = [id, sourceId, cardId, customerId, linkedAccountId, linkId, scheduleId].filter((object) => object !== null);
    const rules = this.faults.matching(account, 'payment', { objects, subjects: [{ sourceType, amount, metadata }] });
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
