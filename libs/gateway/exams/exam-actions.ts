import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { phaseOf } from '#domain/charges/charge.js';
import { ApiError } from '#domain/errors.js';
import type { ExamAction, SendStep } from '#domain/exams/exam-case.js';
import { withoutTokens } from '#domain/exams/without-tokens.js';
import { readEffect } from '#domain/faults/fault-effect.js';
import { newId } from '#domain/ids.js';
import { sayStep } from '#domain/scenarios/scenarios.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { AccountDirectory, throwClosedAccount } from '../accounts/account-directory.js';
import { ChargeReader } from '../charges/charge.reader.js';
import { ScenarioSteps } from '../scenarios/scenario-steps.js';
import { ExtraAttemptStore } from '../webhooks/extra-attempt.store.js';
import { WebhookAttempts } from '../webhooks/webhook-attempts.js';
import { changeOf, type ChangingEffect } from '../webhooks/webhook-faults.js';
import type { SentAttempt } from '../webhooks/webhook-sender.js';
import { NotJudged, type CaseRun, type SentEvent } from './case-run.js';
import { ExamOrders } from './exam-orders.js';
import { ExamStore } from './exam.store.js';
import { ShopClient } from './shop-client.js';

/** Attempts of `retry`. */
const MAX_RETRIES = 3;
/** Orders are numbers that fit in 32 bits, for shops whose orders are integers. */
const [FIRST_ORDER, LAST_ORDER] = [1_000_000_000, 2_000_000_000];

/** A step that ends a payment. */
type OutcomeStep = Extract<ExamAction, { readonly do: 'pay' | 'decline' | 'expire' | 'reverse' }>;

/** Does what cases do. */
@Injectable()
export class ExamActions {
  constructor(
    private readonly steps: ScenarioSteps,
    private readonly orders: ExamOrders,
    private readonly shop: ShopClient,
    private readonly store: ExamStore,
    private readonly charges: ChargeReader,
    private readonly extras: ExtraAttemptStore,
    private readonly attempts: WebhookAttempts,
    private readonly directory: AccountDirectory,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Throws {@link NotJudged} if the step cannot be done for this shop. */
  async take(step: ExamAction, run: CaseRun): Promise<void> {
    if (step.do === 'order') return this.order(step.as, run);
    if (step.do === 'send') return this.send(step, run);
    if (step.do === 'retry') return this.retry(run);
    if (step.do === 'return') return this.open(step.charge, run);
    if (step.do === 'pay') return this.pay(step, run);
    return this.play(step, run);
  }

  /** Removes the faults that the case has set. */
  async cleanUp({ scenario }: CaseRun): Promise<void> {
    for (const fault of scenario.faults) await this.steps.removeFault(fault, scenario);
  }

  private async order(as: string, run: CaseRun): Promise<void> {
    run.scenario = { ...run.scenario, order: String(randomInt(FIRST_ORDER, LAST_ORDER)) };
    const { checkout } = run.parameters;
    if (checkout === null) await this.play({ do: 'charge', as }, run);
    else {
      const id = await this.orders.begin(run, checkout);
      run.scenario.made.set(as, id);
      await this.store.noteMade(run.exam, id);
    }
    run.state = await this.orders.look(run);
  }

  /** The charge of a shop may be paid already, for example by card. */
  private async pay(step: OutcomeStep, run: CaseRun): Promise<void> {
    const { charge } = await this.charges.load(run.scenario.scope, run.idOf(step.charge));
    if (phaseOf(charge) === 'awaiting_customer') await this.play(step, run);
  }

  private async play(
    step: Exclude<ExamAction, { do: 'order' | 'send' | 'retry' | 'return' }>,
    run: CaseRun,
  ): Promise<void> {
    const at = this.clock.machineNow().toISOString();
    const text = sayStep(step);
    try {
      const id = await this.steps.take(step, run.scenario);
      if (id !== null) await this.store.noteMade(run.exam, id);
      const about = id === null ? text : `${text} (${id})`;
      run.note({ kind: 'step', text: about, at, request: null, response: null, duration_ms: null });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'service_unavailable') throw error;
      throw new NotJudged(
        `The step “${text}” is not possible with the charge of this order: ${error.message}.`,
      );
    }
  }

  private async send(step: SendStep, run: CaseRun): Promise<void> {
    const event = await this.eventOf(step, run);
    run.sentAt = this.clock.machineNow();
    const returning = step.returning ? this.open(step.of, run) : undefined;
    const attempts = await Promise.all(
      Array.from({ length: step.copies ?? 1 }, () => this.attempt(event, step.as, run)),
    );
    run.answeredAt = this.clock.machineNow();
    await returning;
    run.sent = { event, attempts };
  }

  /** A charge that was paid when it was created has no charge.complete: its charge.create says so. */
  private async eventOf({ event: key, of }: SendStep, run: CaseRun): Promise<SentEvent> {
    const objectId = run.idOf(of);
    const keys = key === 'charge.complete' ? [key, 'charge.create'] : [key];
    const events = await this.database.event.findMany({
      where: { accountId: run.scenario.scope.accountId, livemode: false, objectId, key: { in: keys } },
      select: { id: true, key: true },
      orderBy: { id: 'desc' },
    });
    const found = events.find((event) => event.key === key) ?? events[0];
    if (!found) throw new NotJudged(`There is no event ${key} for ${objectId}.`);
    return found;
  }

  private async retry(run: CaseRun): Promise<void> {
    for (let count = 0; count < MAX_RETRIES && run.sent; count += 1) {
      const { event, attempts } = run.sent;
      if (attempts.every(isAccepted)) return;
      run.sent = { event, attempts: [await this.attempt(event, undefined, run)] };
    }
  }

  private async attempt(event: SentEvent, as: SendStep['as'], run: CaseRun): Promise<SentAttempt> {
    const { accountId } = run.scenario.scope;
    const delivery = await this.deliveryOf(event.id, run);
    const claimed = (await this.extras.begin(delivery, accountId, null)) ?? throwClosedAccount();
    const effect = as && readEffect('webhook', as);
    if (effect && 'problem' in effect) throw new Error(effect.problem);
    const change = effect && changeOf(effect as ChangingEffect, claimed);
    const at = this.clock.machineNow().toISOString();
    const sent = await this.attempts.makeChanged(claimed, change);
    run.note({
      kind: 'webhook',
      text: `send ${event.key}${as ? ` with ${Object.keys(as).join(', ')}` : ''}`,
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
  private async deliveryOf(eventId: string, run: CaseRun): Promise<string> {
    const known = run.deliveries.get(eventId);
    if (known !== undefined) return known;
    const { accountId } = run.scenario.scope;
    const account = await this.directory.get(accountId);
    const id = newId('webhook_delivery', false);
    run.deliveries.set(eventId, id);
    const delivery = { id, eventId, uri: run.parameters.receiver, createdAt: this.clock.now(account) };
    if (!(await this.extras.add(delivery, accountId))) return throwClosedAccount();
    return id;
  }

  private async open(name: string, run: CaseRun): Promise<void> {
    const { charge } = await this.charges.load(run.scenario.scope, run.idOf(name));
    if (run.parameters.checkout === null || charge.returnUri === null)
      throw new NotJudged(
        'The customer cannot return to the shop: pass a checkout whose charges have a return_uri.',
      );
    const at = this.clock.machineNow().toISOString();
    run.returned = await this.shop.call('GET', charge.returnUri, run.scenario.signal);
    const { status, problem, body, durationMs } = run.returned;
    run.note({
      kind: 'return',
      text: 'the customer returns to the shop',
      at,
      request: { line: `GET ${withoutTokens(charge.returnUri)}`, status: null, headers: null, body: null },
      response: { line: null, status, headers: null, body: problem ?? body },
      duration_ms: durationMs,
    });
  }
}

export function isAccepted({ status, error }: SentAttempt): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}
