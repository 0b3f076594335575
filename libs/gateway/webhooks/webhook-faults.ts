import { Injectable } from '@nestjs/common';
import type { WebhookEffect } from '#domain/faults/fault.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { Faults } from '../faults/faults.js';
import { WebhookCalls } from '../faults/webhook-calls.js';

/** Calls of a fault by their numbers, the first and the last included. */
export interface CallRange {
  readonly first: number;
  readonly last: number;
}

/** What a fault does to a delivery. */
export interface DeliveryFault {
  readonly name: string;
  readonly effect: WebhookEffect;
  /** Whether the attempt is not made now: nobody has it claimed any more. */
  readonly isPutOff: boolean;
  /** Where this is the last delivery of a batch: the calls that the batch is made of. */
  readonly batch: CallRange | undefined;
}

/** Whether faults hit deliveries. It is decided once for each, at the first attempt of the schedule, and is kept with it. */
@Injectable()
export class WebhookFaults {
  constructor(
    private readonly faults: Faults,
    private readonly directory: AccountDirectory,
    private readonly calls: WebhookCalls,
  ) {}

  async of(delivery: ClaimedDelivery): Promise<DeliveryFault | undefined> {
    const { trigger, fault, faultEffect, scheduledCount } = delivery;
    if (trigger !== 'schedule') return undefined;
    if (fault !== null && faultEffect !== null) return { name: fault, effect: faultEffect, isPutOff: false, batch: undefined };
    return scheduledCount === 1 ? this.decide(delivery) : undefined;
  }

  private async decide({ id, accountId, eventId, body }: ClaimedDelivery): Promise<DeliveryFault | undefined> {
    const account = await this.directory.find(accountId);
    if (!account || account.faults.length === 0) return undefined;
    const { call, livemode } = await this.calls.of(account, eventId, body);
    for (const rule of this.faults.matching(account, 'webhook', call)) {
      const effect = rule.effect as WebhookEffect;
      if (effect.kind === 'before_answer') continue;
      const hit = await this.faults.fire(account, rule, { livemode, objectId: id, deliveryId: id });
      if (!hit) continue;
      const isLastOfBatch = effect.kind === 'reorder' && hit.awaited === 0;
      return {
        name: rule.name,
        effect,
        isPutOff: effect.kind === 'delay' || (effect.kind === 'reorder' && hit.awaited > 0),
        batch: isLastOfBatch ? { first: hit.call - effect.count + 1, last: hit.call } : undefined,
      };
    }
    return undefined;
  }
}
