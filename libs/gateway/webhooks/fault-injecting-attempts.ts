import { Injectable } from '@nestjs/common';
import type { WebhookEffect } from '#domain/faults/fault.js';
import { HOUR_MS } from '#domain/time.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { DeliveryByHandStore } from './delivery-by-hand.store.js';
import { HeldDeliveriesStore, type Hold } from './held-deliveries.store.js';
import { WebhookAttempts, type AttemptChange, type AttemptResult } from './webhook-attempts.js';
import { DeliveryFaults, type CallRange, type DeliveryFault } from './delivery-faults.js';

/** The secret for a wrong signature. */
const OTHER_SECRET = Buffer.from('not the secret of this account').toString('base64');
/** The age of a stale signature, which receivers take for a replay. */
const STALE_MS = HOUR_MS;

/** Effects that apply to the first `count` attempts. `duplicate` applies to every attempt until one arrives, all other effects to the first attempt. */
const ATTEMPTS_HIT: ReadonlySet<WebhookEffect['kind']> = new Set(['drop', 'corrupt_body', 'wrong_signature', 'stale']);

/** Makes scheduled attempts with faults injected: delayed, duplicated, dropped, reordered or corrupted. */
@Injectable()
export class FaultInjectingAttempts {
  constructor(
    private readonly attempts: WebhookAttempts,
    private readonly faults: DeliveryFaults,
    private readonly byHand: DeliveryByHandStore,
    private readonly held: HeldDeliveriesStore,
  ) {}

  /** Like {@link WebhookAttempts.make}. A postponed delivery is not sent. `hold` identifies the release that makes the attempt; null outside of one. */
  async make(delivery: ClaimedDelivery, release = (): void => undefined, hold: Hold = null): Promise<AttemptResult> {
    const fault = await this.faults.of(delivery);
    if (!fault) return this.attempts.make(delivery, release);
    if (fault.isPostponed) {
      release();
      return { sent: undefined, verdict: fault.effect.kind === 'delay' ? { status: 'pending', delayMs: fault.effect.ms } : undefined };
    }
    if (fault.batch) return this.sendReversed(delivery, fault.name, { ...fault.batch, hold }, release);
    const attempted = await this.attempts.make(delivery, release, changeOf(fault, delivery));
    if (fault.effect.kind === 'duplicate' && attempted.verdict?.status === 'delivered')
      await this.repeat(delivery, fault.effect.count - 1, fault.name);
    return attempted;
  }

  private async repeat({ id, accountId }: ClaimedDelivery, times: number, fault: string): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      const again = await this.byHand.begin(id, accountId, null, 'fault');
      if (!again) return;
      await this.attempts.make(again, undefined, { fault });
    }
  }

  /** Sends a reordered batch, which `last` completes: newest first, one after the other. */
  private async sendReversed(
    last: ClaimedDelivery,
    fault: string,
    batch: CallRange & { readonly hold: Hold },
    release: () => void,
  ): Promise<AttemptResult> {
    const keptBack = await this.held.listKeptBack(last.accountId, fault, batch);
    let attempted: AttemptResult = { sent: undefined, verdict: undefined };
    for (const id of [...keptBack, last.id].toSorted().toReversed()) {
      if (id === last.id) attempted = await this.attempts.make(last, release, { fault });
      else await this.sendKeptBack(id, last.accountId, fault, batch.hold);
    }
    return attempted;
  }

  private async sendKeptBack(id: string, accountId: string, fault: string, hold: Hold): Promise<void> {
    const claimed = await this.held.claim(id, accountId, hold);
    if (claimed) await this.attempts.make(claimed, undefined, { fault });
  }
}

/** The fault's change of this attempt; `undefined` once it has changed enough attempts. */
function changeOf({ name: fault, effect }: DeliveryFault, { scheduledCount, body }: ClaimedDelivery): AttemptChange | undefined {
  const attempts = ATTEMPTS_HIT.has(effect.kind) && 'count' in effect ? effect.count : 1;
  if (effect.kind !== 'duplicate' && scheduledCount > attempts) return undefined;
  switch (effect.kind) {
    case 'drop':
      return { fault, error: `dropped by the fault ${fault}` };
    case 'corrupt_body':
      return { fault, body: body.slice(0, -1) };
    case 'wrong_signature':
      return { fault, secret: OTHER_SECRET };
    case 'stale':
      return { fault, ageMs: STALE_MS };
    case 'delay':
    case 'duplicate':
    case 'reorder':
    case 'before_answer':
      return { fault };
  }
}
