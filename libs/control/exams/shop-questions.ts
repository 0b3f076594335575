import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { NotPossible } from '../shops/order-run.js';
import type { CaseRun, ShopCall } from './case-run.js';
import { ShopCalls } from './shop-calls.js';

/** The request log is written in batches; a call is waited for at least this long. */
const MIN_CALL_WAIT_MS = 300;
const POLL_MS = 50;
/** Calls that tell what became of a payment. */
const QUESTION = /^\/(?:charges|disputes|events|links|refunds|search|sources|transactions)\b/;

export interface FoundCall {
  readonly line: string;
  readonly status: number | null;
  /** Says if the shop makes this call without an event too; empty otherwise. */
  readonly remark: string;
}

/** Finds the calls by which a shop asks the API about an event. */
@Injectable()
export class ShopQuestions {
  constructor(
    private readonly calls: ShopCalls,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  get areSeen(): boolean {
    return this.settings.requestLog;
  }

  /** Throws {@link NotPossible} without a request log. */
  needLog(): void {
    if (!this.areSeen) throw new NotPossible('The calls of the shop are not seen: set REQUEST_LOG=on.');
  }

  /**
   * The question that the last webhooks may have caused: after they were sent, and at most `settle` after the
   * answer.
   */
  async find(
    run: CaseRun,
    isWanted: (call: ShopCall) => boolean = () => true,
  ): Promise<FoundCall | undefined> {
    const { settleMs } = run.parameters;
    const last = run.answeredAt.getTime() + settleMs;
    const deadline = performance.now() + Math.max(MIN_CALL_WAIT_MS, settleMs);
    for (;;) {
      const calls = await this.calls.read(run);
      const found = calls.find(
        (call) => call.at >= run.sentAt && call.at.getTime() <= last && isQuestion(call) && isWanted(call),
      );
      if (found) return foundCall(found, calls, run);
      if (performance.now() >= deadline) return undefined;
      await delay(POLL_MS, undefined, { signal: run.scenario.signal });
    }
  }

  /** A question that the shop has asked since its customer paid, for whatever cause. */
  async sincePaid(run: CaseRun): Promise<string | undefined> {
    const deadline = performance.now() + MIN_CALL_WAIT_MS;
    for (;;) {
      const calls = await this.calls.read(run);
      const found = calls.findLast((call) => call.at >= run.paidAt && isQuestion(call));
      if (found) return lineOf(found);
      if (performance.now() >= deadline) return undefined;
      await delay(POLL_MS, undefined, { signal: run.scenario.signal });
    }
  }

  /** The number of POST requests to this path. */
  async countPosts(run: CaseRun, path: string): Promise<number> {
    const calls = await this.calls.read(run);
    return calls.filter((call) => call.method === 'POST' && call.path === path).length;
  }
}

function foundCall(call: ShopCall, calls: readonly ShopCall[], run: CaseRun): FoundCall {
  const line = lineOf(call);
  const isUsual = calls.some((one) => one.at < run.sentAt && lineOf(one) === line && !isOfProbe(one, run));
  const remark = isUsual ? ' It made this call before the event too, so the event may not be the cause.' : '';
  return { line, status: call.status, remark };
}

function isQuestion({ method, path }: ShopCall): boolean {
  return method === 'GET' && QUESTION.test(path);
}

function lineOf({ method, path }: ShopCall): string {
  return `${method} ${path}`;
}

/** True if it was made while the shop answered a probe. */
function isOfProbe({ at }: ShopCall, { probes }: CaseRun): boolean {
  return probes.some(({ beganAt, endedAt }) => at.getTime() >= beganAt && at.getTime() <= endedAt);
}
