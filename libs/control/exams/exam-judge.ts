import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { formatDuration } from '#kernel/duration.js';
import { SECOND_MS } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { attemptProblem } from '#engine/webhooks/rules/attempt-problem.js';
import type { ExamExpectation, Finding, Verdict } from './rules/exam-case.js';
import { NotPossible, type OrderState } from '../shops/order-run.js';
import type { CaseRun } from './case-run.js';
import { ShopWebhooks, isAccepted, throwUnsent } from '../shops/shop-webhooks.js';
import { ShopOrders } from '../shops/shop-orders.js';
import { ShopQuestions } from './shop-questions.js';

/** Problems of a page whose server is not started, or whose name is unknown here. */
const NOT_STARTED: readonly string[] = [
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
];

/** The probe is asked every tenth of a second, and takes its time too. */
const SLACK_MS = 500;

type ExpectationOf<Kind extends ExamExpectation['expect']> = Extract<ExamExpectation, { expect: Kind }>;

/** Judges a shop by its responses, its calls and the state of its orders. */
@Injectable()
export class ExamJudge {
  constructor(
    private readonly orders: ShopOrders,
    private readonly questions: ShopQuestions,
    private readonly sender: ShopWebhooks,
    private readonly clock: Clock,
  ) {}

  /** `undefined`: nothing to say. Throws {@link NotPossible} with what is missing. */
  async judge(expected: ExamExpectation, run: CaseRun): Promise<Finding | undefined> {
    switch (expected.expect) {
      case 'accepted':
        return this.accepted(expected, run);
      case 'refused':
        return this.refused(run);
      case 'not accepted':
        return this.notAccepted(expected, run);
      case 'returned':
        return returned(run);
      case 'still unpaid':
        return stillUnpaid(run);
      case 'fulfilled':
        return this.fulfilled(run);
      case 'paid':
        return this.paid(expected, run);
      case 'unchanged':
        return this.unchanged(run);
      case 'not paid':
        return this.notPaid(run);
      case 'no longer paid':
        return this.noLongerPaid(run);
      case 'charged once':
        return chargedOnce(run);
      case 'asked':
        return this.asked(expected, run);
      case 'read as sent':
        return this.readAsSent(run);
      case 'hit':
        return this.hit(expected, run);
      case 'no second call':
        return this.noSecondCall(expected, run);
    }
  }

  private async accepted({ any, explain }: ExpectationOf<'accepted'>, run: CaseRun): Promise<Finding> {
    const { attempts, event } = run.sent ?? throwUnsent();
    const isRight = any ? attempts.some(isAccepted) : attempts.every(isAccepted);
    const text = `${event.key}: ${attempts.map(say).join(', ')}.`;
    if (isRight) return finding('passed', text);
    const isAnswered = attempts.every(({ status }) => status !== null);
    const mistake = explain && isAnswered ? await this.sender.findMistake(run) : undefined;
    return finding(
      'failed',
      mistake === undefined ? text : `${text} The shop accepts a signature by a wrong rule. ${mistake}`,
    );
  }

  private async refused(run: CaseRun): Promise<Finding | undefined> {
    const [attempt] = run.sent?.attempts ?? [];
    const isRefused = attempt !== undefined && !isAccepted(attempt);
    // Before the probe is asked, which may cause calls too.
    const call = isRefused ? undefined : await this.questions.find(run);
    const before = run.state;
    const { state, isFound: isChanged } = await this.orders.unless(run, otherThan(before));
    if (isRefused) {
      const refusal = `The endpoint refused it: ${attempt.status ?? say(attempt)}.`;
      if (!isChanged) return finding('passed', refusal);
      const changed = change(before, state);
      const question = await this.questions.sincePaid(run);
      if (question !== undefined)
        throw new NotPossible(
          `${refusal} The order changed all the same: ${changed}. The shop made ${question} after the payment, so the event may not be the cause.`,
        );
      return finding('failed', `The endpoint refused the event, but the order changed: ${changed}.`);
    }
    const answer = `The endpoint returned ${attempt?.status}${saySecret(run)}`;
    if (call !== undefined)
      return finding(
        'failed',
        `${answer} after ${call.line}. Asking makes a forged event harmless, but the signature was not checked.${call.remark}`,
      );
    if (isChanged) return finding('failed', `${answer}, and the order changed: ${change(before, state)}.`);
    if (state === undefined || !run.paid) return finding('failed', `${answer}.`);
    if (isDeepStrictEqual(state, run.paid))
      return finding('failed', `${answer}. The order looked paid before, so the event could change nothing.`);
    return finding(
      'warning',
      `${answer}, and the order stayed ${json(state)}. Return 401, so that a wrong secret is noticed and the event is sent again.`,
    );
  }

  private async fulfilled(run: CaseRun): Promise<Finding | undefined> {
    const { begun, state: before } = run;
    if (before === undefined) return undefined;
    if (!isDeepStrictEqual(begun, before)) {
      const { state } = await this.orders.unless(run, otherThan(before));
      return finding(
        'passed',
        `The order changed when its customer paid, before the event: ${change(begun, state)}. The shop asks the API by itself, so cases in which only the event may change an order are not judged.`,
      );
    }
    if (run.isPaidAtCheckout) {
      const { state, isFound } = await this.orders.unless(run, otherThan(before));
      return finding(
        'passed',
        isFound
          ? `The order changed: ${change(before, state)}.`
          : `The charge was paid at the checkout, and the order stayed ${json(state)}: this is how a paid order looks. Cases that need an unpaid order are not judged.`,
      );
    }
    const { state, isFound, looks } = await this.orders.until(run, otherThan(before));
    if (isFound) return this.inTime(run, looks, `The order changed: ${change(before, state)}.`);
    if (run.parameters.checkout === null)
      throw new NotPossible(
        `The order ${run.scenario.order} stayed ${json(state)}. If the shop only knows orders that it began, pass a checkout.`,
      );
    return finding('failed', `The order stayed ${json(state)} after it was paid.`);
  }

  /** A change that takes longer than `settle` would be missed later. */
  private inTime({ answeredAt, parameters: { settleMs } }: CaseRun, looks: number, text: string): Finding {
    const tookMs = this.clock.machineNow().getTime() - answeredAt.getTime();
    if (looks === 1 || tookMs <= settleMs + SLACK_MS) return finding('passed', text);
    const seconds = Math.ceil((2 * tookMs) / SECOND_MS);
    return finding(
      'warning',
      `${text} It took longer than ${formatDuration(settleMs)}, so later changes may be missed: pass settle=${seconds}s.`,
    );
  }

  private async notAccepted({ otherwise }: ExpectationOf<'not accepted'>, run: CaseRun): Promise<undefined> {
    const { sent, state, paid } = run;
    if (!(sent ?? throwUnsent()).attempts.some(isAccepted)) return;
    const mayChange = paid !== undefined && !isDeepStrictEqual(state, paid);
    if (mayChange && !(await this.orders.unless(run, otherThan(state))).isFound) return;
    throw new NotPossible(otherwise);
  }

  private async paid({ optional }: ExpectationOf<'paid'>, run: CaseRun): Promise<Finding | undefined> {
    const paid = paidOf(run, optional);
    if (!paid) return undefined;
    const { state, isFound } = await this.orders.until(run, equalTo(paid));
    if (isFound) return finding('passed', `The order is ${json(state)}.`);
    const text = `The order is ${json(state)}. After one payment it should be ${json(paid)}.`;
    if (run.sent && run.foreign.has(run.sent.event.objectId))
      throw new NotPossible(
        `${text} Tollgate made this charge: the shop may know only the charges that it created, or read only charge.complete.`,
      );
    return finding('failed', text);
  }

  private async unchanged(run: CaseRun): Promise<Finding | undefined> {
    paidOf(run, false);
    const before = run.state;
    const { state, isFound } = await this.orders.unless(run, otherThan(before));
    return isFound
      ? finding('failed', `The order changed: ${change(before, state)}.`)
      : finding('passed', `The order stayed ${json(state)}.`);
  }

  private async notPaid(run: CaseRun): Promise<Finding | undefined> {
    const paid = paidOf(run, undefined);
    const { state, isFound } = await this.orders.unless(run, equalTo(paid));
    return isFound
      ? finding('failed', `The order is ${json(state)}, although nobody paid.`)
      : finding('passed', `The order is ${json(state)}.`);
  }

  private async noLongerPaid(run: CaseRun): Promise<Finding | undefined> {
    const paid = paidOf(run, true);
    if (!paid) return undefined;
    const { state, isFound } = await this.orders.until(run, otherThan(paid));
    return isFound
      ? finding('passed', `The order is ${json(state)}.`)
      : finding('warning', `The whole amount was refunded, and the order still is ${json(state)}.`);
  }

  /** Believing the event is a warning: the signature was right. Believing it although the API disagrees is not. */
  private async asked({ charge }: ExpectationOf<'asked'>, run: CaseRun): Promise<Finding | undefined> {
    this.questions.needLog();
    const call = await this.questions.find(run);
    const paid = paidOf(run, true);
    const { state, isFound: isPaid } = paid
      ? await this.orders.unless(run, equalTo(paid))
      : { state: undefined, isFound: false };
    if (isPaid && call !== undefined)
      return finding(
        'failed',
        `The shop made ${call.line}, which returned a failed charge, and fulfilled the order.${call.remark}`,
      );
    if (call !== undefined) return finding('passed', `The shop made ${call.line}.${call.remark}`);
    if (state !== undefined && !isPaid)
      return finding('passed', `The shop did not ask, and did not believe it: the order is ${json(state)}.`);
    if (!isPaid && !run.sent?.attempts.every(isAccepted))
      throw new NotPossible('The endpoint did not accept the event, so it did not have to ask.');
    const missing = `GET /charges/${run.idOf(charge)}`;
    return finding(
      'warning',
      `The shop believed the event${isPaid ? ` and fulfilled the order: ${json(state)}` : ', as far as can be seen'}. The call ${missing} is missing.`,
    );
  }

  private async readAsSent(run: CaseRun): Promise<undefined> {
    if (!this.questions.areSeen) return;
    const path = `/events/${run.sent?.event.id}`;
    const call = await this.questions.find(run, (one) => one.path === path);
    if (call)
      throw new NotPossible(
        `The shop made ${call.line}, and the API returned the event with its real key: the shop did not see the unknown one.`,
      );
  }

  private async hit({ fault }: ExpectationOf<'hit'>, run: CaseRun): Promise<Finding | undefined> {
    this.questions.needLog();
    const name = run.idOf(fault);
    const call = await this.questions.find(run, (one) => one.fault === name);
    if (!call) throw new NotPossible('The shop did not call the API for the event, so nothing could fail.');
    return finding('passed', `${call.line} returned ${call.status}.${call.remark}`);
  }

  private async noSecondCall(
    { charge }: ExpectationOf<'no second call'>,
    run: CaseRun,
  ): Promise<Finding | undefined> {
    this.questions.needLog();
    for (const action of ['refunds', 'capture']) {
      const path = `/charges/${run.idOf(charge)}/${action}`;
      const count = await this.questions.countPosts(run, path);
      if (count > 1) return finding('failed', `The shop called POST ${path} ${count} times.`);
    }
    return undefined;
  }
}

function returned({ returned: answer, returnUri }: CaseRun): Finding {
  const { status, problem } = answer ?? throwUnsent();
  if (problem !== null && NOT_STARTED.includes(problem))
    throw new NotPossible(
      `The return_uri ${returnUri} cannot be reached (${problem}): start the front end of the shop.`,
    );
  const isRight = status !== null && status < 400;
  return finding(isRight ? 'passed' : 'failed', `The return page: ${problem ?? `status ${status}`}.`);
}

function stillUnpaid({ isPaidAtCheckout, paid, state }: CaseRun): undefined {
  if (isPaidAtCheckout)
    throw new NotPossible(
      'The charge was paid at the checkout, before any event. Begin orders whose customer pays on a page: by PromptPay, or by card in a sandbox with three_d_secure (--three-d-secure).',
    );
  if (paid !== undefined && isDeepStrictEqual(state, paid))
    throw new NotPossible(
      `Before its event the order was ${json(state)}: the shop asks the API by itself, so what the event does is not seen.`,
    );
}

function chargedOnce({ charges }: CaseRun): Finding {
  const paid = charges.filter(({ isPaid }) => isPaid).map(({ id }) => id);
  if (paid.length > 1)
    return finding(
      'failed',
      `The customer was charged ${paid.length} times: ${paid.join(', ')}. Send the same Idempotency-Key again, or look for the first charge by its metadata.`,
    );
  return finding('passed', `Charges of the order: ${charges.map(({ id }) => id).join(', ')}.`);
}

/** Throws {@link NotPossible} where effects cannot be seen, unless that is `optional`. */
function paidOf(
  { parameters: { probe }, paid }: CaseRun,
  optional: boolean | undefined,
): OrderState | undefined {
  if (paid || optional) return paid;
  throw new NotPossible(
    probe === null
      ? 'Whether the order is fulfilled cannot be seen: pass a probe.'
      : 'Whether the order is fulfilled cannot be seen: the case genuine-event did not show a paid order.',
  );
}

function equalTo(one: OrderState | undefined): (state: OrderState) => boolean {
  return (state) => isDeepStrictEqual(state, one);
}

function otherThan(one: OrderState | undefined): (state: OrderState) => boolean {
  return (state) => !isDeepStrictEqual(state, one);
}

function finding(verdict: Verdict, text: string): Finding {
  return { verdict, text };
}

/** An attempt's result without its last period. */
function say(attempt: Parameters<typeof isAccepted>[0]): string {
  return (attemptProblem(attempt) ?? `${attempt.status} in ${attempt.durationMs} ms`).replace(/\.$/, '');
}

function change(before: OrderState | undefined, after: OrderState | undefined): string {
  return `${json(before)} became ${json(after)}`;
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? 'unknown';
}

/** The secret that signed the event, if it is one that anybody knows. */
function saySecret({ sent }: CaseRun): string {
  if (sent?.as === 'empty secret') return ' to an event that an empty secret has signed';
  return sent?.as === 'published secret'
    ? ' to an event that the published secret of the demo account has signed'
    : '';
}
