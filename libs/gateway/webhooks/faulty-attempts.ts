import { Injectable } from '@nestjs/common';
import type { WebhookEffect } from '#domain/faults/fault.js';
import { HOUR_MS } from '#domain/time.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { DeliveryByHandStore } from './delivery-by-hand.store.js';
import { HeldDeliveriesStore, type Hold } from './held-deliveries.store.js';
import { WebhookAttempts, type AttemptChange, type Attempted } from './webhook-attempts.js';
import { WebhookFaults, type CallRange, type DeliveryFault } from './webhook-faults.js';

/** What a webhook is signed with that nobody can verify: some other secret. */
const OTHER_SECRET = Buffer.from('not the secret of this account').toString('base64');
/** How old a stale signature is: receivers take it for one that is replayed. */
const STALE_MS = HOUR_MS;

/** Effects on as many attempts as the fault says. `duplicate` has its effect on every attempt until one arrives, all others on the first only. */
const ATTEMPTS_HIT: ReadonlySet<WebhookEffect['kind']> = new Set(['drop', 'corrupt_body', 'wrong_signature', 'stale']);

/** Makes the attempts of the schedule as faults have them: late, twice, not at all, in another order, or with something wrong. */
@Injectable()
export class FaultyAttempts {
  constructor(
    private readonly attempts: WebhookAttempts,
    private readonly faults: WebhookFaults,
    private readonly byHand: DeliveryByHandStore,
    private readonly held: HeldDeliveriesStore,
  ) {}

  /** Like {@link WebhookAttempts.make}. Nothing is sent of a delivery that is put off. `hold` names the release that makes it; null outside of one. */
  async make(delivery: ClaimedDelivery, release = (): void => undefined, hold: Hold = null): Promise<Attempted> {
    const fault = await this.faults.of(delivery);
    if (!fault) return this.attempts.make(delivery, release);
    if (fault.isPutOff) {
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

  /** Sends a batch, of which this is the last that came: the one that was made last first, each once the one before was answered. */
  private async sendReversed(
    last: ClaimedDelivery,
    fault: string,
    batch: CallRange & { readonly hold: Hold },
    release: () => void,
  ): Promise<Attempted> {
    const keptBack = await this.held.listKeptBack(last.accountId, fault, batch);
    let attempted: Attempted = { sent: undefined, verdict: undefined };
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

/** How this attempt differs, if it does: after as many attempts as the fault says, the rest are as always. */
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
