import { Injectable } from '@nestjs/common';
import { idsIn } from '#kernel/ids.js';
import type { Metadata } from '#kernel/metadata.js';
import { Clock } from '#platform/clock/clock.js';
import { DEMO_WEBHOOK_SECRET } from '#kernel/demo-secret.js';
import { Database } from '#platform/database/database.js';
import { readEffect, type EffectParams } from '#engine/faults/rules/fault-effect.js';
import type { AttemptChange } from '#engine/webhooks/rules/attempt-change.js';
import { SIGNATURE_MISTAKES, type SignatureMistake } from '#engine/webhooks/rules/signature-mistakes.js';
import { AccountDirectory, throwClosedAccount } from '#engine/accounts/account-directory.js';
import type { ClaimedDelivery } from '#engine/webhooks/claimed-delivery.js';
import { ManualAttemptStore } from '#engine/webhooks/manual-attempt.store.js';
import { WebhookAttempts } from '#engine/webhooks/webhook-attempts.js';
import { changeOf, type ChangingEffect } from '#engine/webhooks/webhook-faults.js';
import type { SentAttempt } from '#engine/webhooks/webhook-sender.js';
import { newId } from '#engine/writes/new-id.js';
import type { SendStep } from './rules/shop-terms.js';
import { largestPatch } from './rules/largest-event.js';
import { withoutTokens } from './rules/without-tokens.js';
import { NotPossible, type OrderRun, type SentEvent } from './order-run.js';

/** Attempts of `retry`. */
const MAX_RETRIES = 3;

type Change = NonNullable<SendStep['as']> | { readonly mistake: SignatureMistake };

/** Sends the events of cases to the shop. */
@Injectable()
export class ShopWebhooks {
  constructor(
    private readonly manual: ManualAttemptStore,
    private readonly attempts: WebhookAttempts,
    private readonly directory: AccountDirectory,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async send(step: SendStep, run: OrderRun, meanwhile?: () => Promise<void>): Promise<void> {
    await this.sendEvent(await this.eventOf(step, run), step, run, meanwhile);
  }

  /** Sends copies of an event at the same time, while the customer does something. */
  async sendEvent(
    event: SentEvent,
    { copies, as }: Pick<SendStep, 'copies' | 'as'>,
    run: OrderRun,
    meanwhile?: () => Promise<void>,
  ): Promise<void> {
    run.sentAt = this.clock.machineNow();
    const send = async (): Promise<SentAttempt[]> => {
      const copy = (): Promise<SentAttempt> => this.attempt(event, as, run);
      const sent = await Promise.all(Array.from({ length: copies ?? 1 }, copy));
      run.answeredAt = this.clock.machineNow();
      return sent;
    };
    const [, attempts] = await Promise.all([meanwhile?.(), send()]);
    run.sent = { event, as, attempts };
  }

  /** A charge that was paid when it was created has no charge.complete: its charge.create says so. */
  private async eventOf({ event: key, of }: SendStep, run: OrderRun): Promise<SentEvent> {
    const objectId = run.idOf(of);
    const keys = key === 'charge.complete' ? [key, 'charge.create'] : [key];
    const events = await this.database.event.findMany({
      where: { accountId: run.scenario.scope.accountId, livemode: false, objectId, key: { in: keys } },
      select: { id: true, key: true },
      orderBy: { id: 'desc' },
    });
    const found = events.find((event) => event.key === key) ?? events[0];
    if (!found) throw new NotPossible(`There is no event ${key} for ${objectId}.`);
    return { ...found, objectId };
  }

  /** Sends the last webhook again, until it is accepted, at most three times. */
  async retry(run: OrderRun): Promise<void> {
    for (let count = 0; count < MAX_RETRIES && run.sent; count += 1) {
      const { event, attempts } = run.sent;
      if (attempts.every(isAccepted)) return;
      run.sent = { event, as: undefined, attempts: [await this.attempt(event, undefined, run)] };
    }
  }

  /**
   * Sends a refused event again, signed by each of the usual mistakes, and answers the sentence of the one that the
   * shop accepts. `undefined` if it accepts none, or now the genuine event.
   */
  async findMistake(run: OrderRun): Promise<string | undefined> {
    const { event } = run.sent ?? throwUnsent();
    if (isAccepted(await this.attempt(event, undefined, run))) return undefined;
    for (const { name, says } of SIGNATURE_MISTAKES)
      if (isAccepted(await this.attempt(event, { mistake: name }, run)))
        // A shop that fails now and then may accept the right signature too.
        return isAccepted(await this.attempt(event, undefined, run)) ? undefined : says;
    return undefined;
  }

  private async attempt(event: SentEvent, as: Change | undefined, run: OrderRun): Promise<SentAttempt> {
    run.scenario.signal.throwIfAborted();
    const { accountId } = run.scenario.scope;
    const delivery = await this.deliveryOf(event.id, run);
    const claimed = (await this.manual.begin(delivery, accountId, null)) ?? throwClosedAccount();
    if (as === 'published secret' && claimed.secret === DEMO_WEBHOOK_SECRET)
      throw new NotPossible(
        'The account has the published secret itself: examine the shop in a sandbox of its own.',
      );
    const change = as && changeBy(as, claimed);
    const at = this.clock.machineNow().toISOString();
    const sent = await this.attempts.makeChanged(claimed, change);
    for (const id of [event.id, ...idsIn(sent.body ?? '')]) run.sentIds.add(id);
    run.note({
      kind: 'webhook',
      text: `send ${event.key}${sayChange(as)}`,
      at,
      request: {
        line: `POST ${withoutTokens(claimed.uri)}`,
        status: null,
        headers: sent.headers,
        body: sent.body,
      },
      response: {
        line: null,
        status: sent.status,
        headers: sent.answerHeaders,
        body: sent.error ?? sent.answerStart,
      },
      duration_ms: sent.durationMs,
    });
    return sent;
  }

  /** A delivery has all attempts of its event in a case. */
  private async deliveryOf(eventId: string, run: OrderRun): Promise<string> {
    const known = run.deliveries.get(eventId);
    if (known !== undefined) return known;
    const { accountId } = run.scenario.scope;
    const account = await this.directory.get(accountId);
    const id = newId('webhook_delivery', false);
    run.deliveries.set(eventId, id);
    const delivery = { id, eventId, uri: run.parameters.receiver, createdAt: this.clock.now(account) };
    if (!(await this.manual.add(delivery, accountId))) return throwClosedAccount();
    return id;
  }
}

export function isAccepted({ status, error }: SentAttempt): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}

/** Throws for a case without an event before. */
export function throwUnsent(): never {
  throw new Error('The case has sent nothing before');
}

function changeBy(as: Change, claimed: ClaimedDelivery): AttemptChange {
  if (as === 'empty secret') return { signature: 'empty' };
  if (as === 'published secret') return { signature: 'published' };
  if (as === 'secret unset') return { isSecretUnset: true };
  if (isMistake(as)) return as;
  const params: EffectParams = as === 'largest' ? { patch: largestPatch(metadataOf(claimed)) } : as;
  const effect = readEffect('webhook', params);
  if ('problem' in effect) throw new Error(effect.problem);
  return changeOf(effect as ChangingEffect, claimed);
}

function isMistake(as: Change): as is { readonly mistake: SignatureMistake } {
  return typeof as === 'object' && typeof as['mistake'] === 'string';
}

function sayChange(as: Change | undefined): string {
  if (as === undefined || as === 'secret unset') return '';
  if (as === 'largest') return ', as large as the API makes it';
  if (as === 'empty secret') return ', signed with an empty secret';
  if (as === 'published secret') return ', signed with the secret of the demo account';
  if (isMistake(as)) return `, signed by a usual mistake: ${as.mistake}`;
  return ` with ${Object.keys(as).join(', ')}`;
}

function metadataOf({ body }: ClaimedDelivery): Metadata {
  return (JSON.parse(body) as { readonly data: { readonly metadata?: Metadata } }).data.metadata ?? {};
}
