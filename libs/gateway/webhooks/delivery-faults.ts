import { Injectable } from '@nestjs/common';
import type { WebhookEffect } from '#domain/faults/fault.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { FaultInjector } from '../faults/fault-injector.js';
import { WebhookCalls } from '../faults/webhook-calls.js';

/** A range of a fault's calls by their numbers, both ends included. */
export interface CallRange {
  readonly first: number;
  readonly last: number;
}

/** The fault that applies to a delivery. */
export interface DeliveryFault {
  readonly name: string;
  readonly effect: WebhookEffect;
  /** True if the attempt is postponed. Its claim is already released. */
  readonly isPostponed: boolean;
  /** The calls of the batch that this delivery completes; `undefined` when it completes none. */
  readonly batch: CallRange | undefined;
}

/** Which fault applies to a delivery. This is decided once, at the first scheduled attempt, and stored with the delivery. */
@Injectable()
export class DeliveryFaults {
  constructor(
    private readonly faults: FaultInjector,
    private readonly directory: AccountDirectory,
    private readonly calls: WebhookCalls,
  ) {}

  async of(delivery: ClaimedDelivery): Promise<DeliveryFault | undefined> {
    const { trigger, fault, faultEffect, scheduledCount } = delivery;
    if (trigger !== 'schedule') return undefined;
    if (fault !== null && faultEffect !== null) return { name: fault, effect: faultEffect, isPostponed: false, batch: undefined };
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
        isPostponed: effect.kind === 'delay' || (effect.kind === 'reorder' && hit.awaited > 0),
        batch: isLastOfBatch ? { first: hit.call - effect.count + 1, last: hit.call } : undefined,
      };
    }
    return undefined;
  }
}
