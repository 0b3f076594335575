import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { ExamExpectation, Finding, Verdict } from '#domain/exams/exam-case.js';
import { attemptProblem } from '#domain/webhooks/attempt-problem.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { NotJudged, type CaseRun, type OrderState, type ShopCall } from './case-run.js';
import { isAccepted } from './exam-actions.js';
import { ExamOrders } from './exam-orders.js';
import { ShopCalls } from './shop-calls.js';

/** The request log is written in batches; a call is waited for at least this long. */
const MIN_CALL_WAIT_MS = 300;
const POLL_MS = 50;

interface FoundCall {
  readonly line: string;
  readonly status: number | null;
  /** Says if the shop makes this call without an event too; empty otherwise. */
  readonly remark: string;
}

type ExpectationOf<Kind extends ExamExpectation['expect']> = Extract<ExamExpectation, { expect: Kind }>;

/** Judges a shop by its responses, its calls and the state of its orders. */
@Injectable()
export class ExamJudge {
  constructor(
    private readonly orders: ExamOrders,
    private readonly calls: ShopCalls,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** `undefined`: nothing to say. Throws {@link NotJudged} with what is missing. */
  judge(expected: ExamExpectation, run: CaseRun): Promise<Finding | undefined> {
    switch (expected.expect) {
      case 'accepted':
        return Promise.resolve(accepted(expected, run));
      case 'refused':
        return this.refused(run);
      case 'returned':
        return Promise.resolve(returned(run));
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
      case 'asked':
        return this.asked(expected, run);
      case 'hit':
        return this.hit(expected, run);
      case 'no second call':
        return this.noSecondCall(expected, run);
    }
  }

  private async refused(run: CaseRun): Promise<Finding | undefined> {
    const [attempt] = run.sent?.attempts ?? [];
    const isRefused = attempt !== undefined && !isAccepted(attempt);
    // Before the probe is asked, which may cause calls too.
    const call = isRefused ? undefined : await this.question(run);
    const before = run.state;
    const { state, isFound: isChanged } = await this.orders.unless(run, otherThan(before));
    if (isRefused) {
      if (isChanged)
        return finding(
          'failed',
          `The endpoint refused the event, but the order changed: ${change(before, state)}.`,
        );
      return finding('passed', `The endpoint refused it: ${say(attempt)}.`);
    }
    const answer = `The endpoint returned ${attempt?.status}`;
    if (call !== undefined)
      return finding(
        'failed',
        `${answer} after ${call.line}. Asking makes a forged event harmless, but the signature was not checked.${call.remark}`,
      );
    if (isChanged) return finding('failed', `${answer}, and the order changed: ${change(before, state)}.`);
    if (state === undefined || !run.reference) return finding('failed', `${answer}.`);
    return finding(
      'warning',
      `${answer}, and the order stayed ${json(state)}. Return 401, so that a wrong secret is noticed and the event is sent again.`,
    );
  }

  private async fulfilled(run: CaseRun): Promise<Finding | undefined> {
    const before = run.state;
    if (before === undefined) return undefined;
    const { state, isFound } = await this.orders.until(run, otherThan(before));
    if (isFound) return finding('passed', `The order changed: ${change(before, state)}.`);
    if (run.parameters.checkout === null)
      throw new NotJudged(
        `The order ${run.scenario.order} stayed ${json(state)}. If the shop only knows orders that it began, pass a checkout.`,
      );
    return finding('failed', `The order stayed ${json(state)} after it was paid.`);
  }

  private async paid(
    { optional, otherwise }: ExpectationOf<'paid'>,
    run: CaseRun,
  ): Promise<Finding | undefined> {
    const paid = referenceOf(run, optional)?.paid;
    if (!paid) return undefined;
    const { state, isFound } = await this.orders.until(run, equalTo(paid));
    if (isFound) return finding('passed', `The order is ${json(state)}.`);
    const text = `The order is ${json(state)}. After one payment it should be ${json(paid)}.`;
    if (otherwise === 'not_judged')
      throw new NotJudged(`${text} The shop seems to know only the charges that it created.`);
    return finding('failed', text);
  }

  private async unchanged(run: CaseRun): Promise<Finding | undefined> {
    referenceOf(run, false);
    const before = run.state;
    const { state, isFound } = await this.orders.unless(run, otherThan(before));
    return isFound
      ? finding('failed', `The order changed: ${change(before, state)}.`)
      : finding('passed', `The order stayed ${json(state)}.`);
  }

  private async notPaid(run: CaseRun): Promise<Finding | undefined> {
    const paid = referenceOf(run, undefined)?.paid;
    const { state, isFound } = await this.orders.unless(run, equalTo(paid));
    return isFound
      ? finding('failed', `The order is ${json(state)}, although nobody paid.`)
      : finding('passed', `The order is ${json(state)}.`);
  }

  private async noLongerPaid(run: CaseRun): Promise<Finding | undefined> {
    const paid = referenceOf(run, true)?.paid;
    if (!paid) return undefined;
    const { state, isFound } = await this.orders.until(run, otherThan(paid));
    return isFound
      ? finding('passed', `The order is ${json(state)}.`)
      : finding('warning', `The whole amount was refunded, and the order still is ${json(state)}.`);
  }

  /** Believing the event is a warning: the signature was right. Believing it although the API disagrees is not. */
  private async asked({ charge }: ExpectationOf<'asked'>, run: CaseRun): Promise<Finding | undefined> {
    this.needLog();
    const call = await this.question(run);
    const paid = referenceOf(run, true)?.paid;
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
      throw new NotJudged('The endpoint did not accept the event, so it did not have to ask.');
    const missing = `GET /charges/${run.idOf(charge)}`;
    return finding(
      'warning',
      `The shop believed the event${isPaid ? ` and fulfilled the order: ${json(state)}` : ', as far as can be seen'}. The call ${missing} is missing.`,
    );
  }

  private async hit({ fault }: ExpectationOf<'hit'>, run: CaseRun): Promise<Finding | undefined> {
    this.needLog();
    const name = run.idOf(fault);
    const call = await this.untilCall(run, (one) => one.fault === name && isQuestion(one));
    if (!call) throw new NotJudged('The shop did not call the API for the event, so nothing could fail.');
    return finding('passed', `${call.line} returned ${call.status}.${call.remark}`);
  }

  private async noSecondCall(
    { charge }: ExpectationOf<'no second call'>,
    run: CaseRun,
  ): Promise<Finding | undefined> {
    this.needLog();
    const id = run.idOf(charge);
    const calls = await this.calls.read(run);
    for (const action of ['refunds', 'capture']) {
      const path = `/charges/${id}/${action}`;
      const { length } = calls.filter((call) => call.method === 'POST' && call.path === path);
      if (length > 1) return finding('failed', `The shop called POST ${path} ${length} times.`);
    }
    return undefined;
  }

  /** The call by which the shop asked about the event. */
  private question(run: CaseRun): Promise<FoundCall | undefined> {
    return this.untilCall(run, isQuestion);
  }

  /** A call that the last webhooks may have caused: after they were sent, and at most `settle` after the answer. */
  private async untilCall(
    run: CaseRun,
    isWanted: (call: ShopCall) => boolean,
  ): Promise<FoundCall | undefined> {
    const { settleMs } = run.parameters;
    const last = run.answeredAt.getTime() + settleMs;
    const deadline = performance.now() + Math.max(MIN_CALL_WAIT_MS, settleMs);
    for (;;) {
      const calls = await this.calls.read(run);
      const found = calls.find(
        (call) => call.at >= run.sentAt && call.at.getTime() <= last && isWanted(call),
      );
      if (found) return foundCall(found, calls, run);
      if (performance.now() >= deadline) return undefined;
      await delay(POLL_MS, undefined, { signal: run.scenario.signal });
    }
  }

  private needLog(): void {
    if (!this.settings.requestLog)
      throw new NotJudged('The calls of the shop are not seen: set REQUEST_LOG=on.');
  }
}

function foundCall(call: ShopCall, calls: readonly ShopCall[], run: CaseRun): FoundCall {
  const line = lineOf(call);
  const isUsual = calls.some((one) => one.at < run.sentAt && lineOf(one) === line && !isOfProbe(one, run));
  const remark = isUsual ? ' It made this call before the event too, so the event may not be the cause.' : '';
  return { line, status: call.status, remark };
}

/** True if it retrieves charges or events. */
function isQuestion({ method, path }: ShopCall): boolean {
  return method === 'GET' && /^\/(charges|events)\b/.test(path);
}

function lineOf({ method, path }: ShopCall): string {
  return `${method} ${path}`;
}

/** True if it was made while the shop answered a probe. */
function isOfProbe({ at }: ShopCall, { entries }: CaseRun): boolean {
  return entries.some(({ kind, at: asked, duration_ms: ms }) => {
    const begin = Date.parse(asked);
    return kind === 'probe' && at.getTime() >= begin && at.getTime() <= begin + (ms ?? 0);
  });
}

function accepted({ any }: ExpectationOf<'accepted'>, { sent }: CaseRun): Finding {
  const { attempts, event } = sent ?? throwUnsent();
  const isRight = any ? attempts.some(isAccepted) : attempts.every(isAccepted);
  return finding(isRight ? 'passed' : 'failed', `${event.key}: ${attempts.map(say).join(', ')}.`);
}

function returned({ returned: answer }: CaseRun): Finding {
  const { status, problem } = answer ?? throwUnsent();
  const isRight = status !== null && status < 400;
  return finding(isRight ? 'passed' : 'failed', `The return page: ${problem ?? `status ${status}`}.`);
}

function throwUnsent(): never {
  throw new Error('The case has sent nothing before');
}

/** Throws {@link NotJudged} where effects cannot be seen, unless that is `optional`. */
function referenceOf(
  { parameters: { probe }, reference }: CaseRun,
  optional: boolean | undefined,
): CaseRun['reference'] {
  if (reference || optional) return reference;
  throw new NotJudged(
    probe === null
      ? 'Whether the order is fulfilled cannot be seen: pass a probe.'
      : 'Whether the order is fulfilled cannot be seen: the case genuine-event did not change its order.',
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
