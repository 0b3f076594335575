import { Injectable } from '@nestjs/common';
import type { JsonValue } from '#kernel/metadata.js';
import { HOUR_MS } from '#kernel/time.js';
import type { WebhookEffect } from '../faults/rules/fault.js';
import { mergePatch } from '../faults/rules/merge-patch.js';
import { triggeredBy } from '#platform/logging/request-context.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { FaultInjector } from '../faults/fault-injector.js';
import type { CountedCall } from '../faults/fault.store.js';
import { WebhookCalls } from '../faults/webhook-calls.js';
import type { AttemptChange } from './rules/attempt-change.js';
import type { DeliveryVerdict } from './rules/retry-schedule.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { ManualAttemptStore } from './manual-attempt.store.js';
import { HeldDeliveriesStore, type Hold } from './held-deliveries.store.js';
import type { SentAttempt } from './webhook-sender.js';

/** The age of a stale signature, which receivers take for a replay. */
const STALE_MS = HOUR_MS;

/**
 * The result of a delivery's attempt. Without `sent`, a fault postponed it. Without a verdict, the delivery
 * keeps its status.
 */
export interface AttemptResult {
  readonly sent: SentAttempt | undefined;
  readonly verdict: DeliveryVerdict | undefined;
}

/** The effect of a fault on an attempt. */
export interface Interference {
  readonly fault?: string;
  /** Fails the attempt with this error, without sending it. */
  readonly error?: string;
  readonly change?: AttemptChange;
}

export interface AttemptTerms {
  /** Frees the receiver for its next webhook. */
  readonly release?: () => void;
  /** Identifies the release of held webhooks that makes the attempt; null outside of one. */
  readonly hold?: Hold;
}

/** Makes one attempt, and calls `release` once the receiver has responded. */
export type Attempt = (
  delivery: ClaimedDelivery,
  interference?: Interference,
  release?: () => void,
) => Promise<AttemptResult>;

type Kind = WebhookEffect['kind'];
type EffectOf<Of extends Kind> = Extract<WebhookEffect, { readonly kind: Of }>;

/** The effects that only change how an attempt is made. */
export type ChangingEffect = EffectOf<
  'corrupt_body' | 'hang_up' | 'no_signature' | 'patch' | 'stale' | 'two_signatures' | 'wrong_signature'
>;

interface Hit<Effect = WebhookEffect> extends AttemptTerms {
  readonly delivery: ClaimedDelivery;
  readonly fault: string;
  readonly effect: Effect;
  /** The fault's call, when the fault has just been chosen; otherwise `undefined`. */
  readonly call: CountedCall | undefined;
  readonly attempt: Attempt;
}

/**
 * Faults on webhooks. A fault is chosen once, at the first scheduled attempt, and stored with the delivery.
 */
@Injectable()
export class WebhookFaults {
  /** The effects of faults, each as a way to make the attempt. */
  private readonly effects: { readonly [Of in Kind]: (hit: Hit<EffectOf<Of>>) => Promise<AttemptResult> } = {
    before_answer: (hit) => attemptWith(hit, 1),
    corrupt_body: changeFirstAttempts,
    delay: (hit) =>
      hit.call ? postpone(hit, { status: 'pending', delayMs: hit.effect.ms }) : attemptWith(hit, 1),
    drop: (hit) => attemptWith(hit, hit.effect.count, { error: `dropped by the fault ${hit.fault}` }),
    duplicate: (hit) => this.duplicate(hit),
    hang_up: changeFirstAttempts,
    no_signature: changeFirstAttempts,
    patch: changeFirstAttempts,
    reorder: (hit) => this.reorder(hit),
    stale: changeFirstAttempts,
    two_signatures: changeFirstAttempts,
    wrong_signature: changeFirstAttempts,
  };

  constructor(
    private readonly faults: FaultInjector,
    private readonly directory: AccountDirectory,
    private readonly calls: WebhookCalls,
    private readonly manual: ManualAttemptStore,
    private readonly held: HeldDeliveriesStore,
  ) {}

  /** Makes the attempt as the delivery's fault changes it; without a fault, unchanged. */
  async inject(delivery: ClaimedDelivery, terms: AttemptTerms, attempt: Attempt): Promise<AttemptResult> {
    const found = await this.faultOf(delivery);
    if (!found) return attempt(delivery, undefined, terms.release);
    const apply = this.effects[found.effect.kind] as (hit: Hit) => Promise<AttemptResult>;
    return apply({ ...terms, ...found, delivery, attempt });
  }

  /** Sends copies after the first successful attempt. */
  private async duplicate(hit: Hit<EffectOf<'duplicate'>>): Promise<AttemptResult> {
    const { delivery, fault, effect, call, attempt } = hit;
    const result = await attemptWith(hit, Infinity);
    for (let copies = 1; copies < effect.count && result.verdict?.status === 'delivered'; copies += 1) {
      const isSent = await setOffBy(call, async () => {
        const copy = await this.manual.begin(delivery.id, delivery.accountId, null, 'fault');
        if (copy) await attempt(copy, { fault });
        return copy !== undefined;
      });
      if (!isSent) break;
    }
    return result;
  }

  /**
   * Postpones webhooks until the last of their batch, which sends all of them, newest first and one after the
   * other.
   */
  private async reorder(hit: Hit<EffectOf<'reorder'>>): Promise<AttemptResult> {
    const { delivery, fault, effect, call, hold = null, attempt } = hit;
    if (!call) return attemptWith(hit, 1);
    if (call.awaited > 0) return postpone(hit);
    const postponed = await this.held.listPostponed(
      delivery.accountId,
      fault,
      call.call - effect.count + 1,
      call.call,
    );
    let result: AttemptResult = { sent: undefined, verdict: undefined };
    for (const id of [...postponed, delivery.id].toSorted().toReversed()) {
      if (id === delivery.id) result = await attemptWith(hit, 1);
      else {
        const claimed = await this.held.claim(id, delivery.accountId, hold);
        if (claimed) await setOffBy(call, () => attempt(claimed, { fault }));
      }
    }
    return result;
  }

  private async faultOf(
    delivery: ClaimedDelivery,
  ): Promise<Pick<Hit, 'fault' | 'effect' | 'call'> | undefined> {
    const { trigger, fault, faultEffect, scheduledCount, id, accountId, eventId, body } = delivery;
    // A webhook that is resent has the patched body too.
    if (trigger !== 'schedule' && faultEffect?.kind !== 'patch') return undefined;
    if (fault !== null && faultEffect !== null) return { fault, effect: faultEffect, call: undefined };
    const account = scheduledCount === 1 ? await this.directory.find(accountId) : undefined;
    if (!account || account.faults.length === 0) return undefined;
    const { call, livemode } = await this.calls.of(account, eventId, body);
    for (const rule of this.faults.matching(account, 'webhook', call)) {
      if (rule.effect.kind === 'before_answer') continue;
      const counted = await this.faults.fire(account, rule, { livemode, objectId: id, deliveryId: id });
      if (counted) return { fault: rule.name, effect: rule.effect as WebhookEffect, call: counted };
    }
    return undefined;
  }
}

/** The change of an attempt that this effect is. */
export function changeOf(effect: ChangingEffect, { body }: Pick<ClaimedDelivery, 'body'>): AttemptChange {
  switch (effect.kind) {
    case 'corrupt_body':
      return { isAltered: true };
    case 'hang_up':
      return { hangsUp: true };
    case 'no_signature':
      return { signature: 'none' };
    case 'patch':
      return { body: JSON.stringify(mergePatch(JSON.parse(body) as JsonValue, { ...effect.patch })) };
    case 'stale':
      return { ageMs: STALE_MS };
    case 'two_signatures':
      return { signature: 'two' };
    case 'wrong_signature':
      return { signature: 'wrong' };
  }
}

/** Makes the attempt with the effect's change, if it is one of the first `count` or the effect has no count. */
function changeFirstAttempts(hit: Hit<ChangingEffect>): Promise<AttemptResult> {
  const { effect, delivery } = hit;
  return attemptWith(hit, 'count' in effect ? effect.count : Infinity, {
    change: changeOf(effect, delivery),
  });
}

/** Makes the attempt, with the interference if it is one of the first `count` of the delivery. */
function attemptWith(
  { delivery, fault, release, attempt }: Hit,
  count: number,
  interference: Interference = {},
): Promise<AttemptResult> {
  return attempt(delivery, delivery.scheduledCount > count ? undefined : { ...interference, fault }, release);
}

/** `FaultInjector.fire` has already changed the delivery and released its claim. */
function postpone({ release }: Hit, verdict?: DeliveryVerdict): Promise<AttemptResult> {
  release?.();
  return Promise.resolve({ sent: undefined, verdict });
}

/** The firing that chose the fault sets off `work`, unless it chose it for an earlier attempt. */
function setOffBy<T>(call: CountedCall | undefined, work: () => Promise<T>): Promise<T> {
  return call ? triggeredBy(call.firing, work) : work();
}
