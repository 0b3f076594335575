import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { BY_CALLER, MAX_NESTING } from '#domain/exams/exam-case.js';
import { withoutTokens } from '#domain/exams/without-tokens.js';
import type { JsonValue } from '#domain/metadata.js';
import { isDeeper, isObject } from '#domain/values.js';
import { MINUTE_MS, SECOND_MS } from '#domain/time.js';
import { storable } from '#domain/webhooks/kept-headers.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { maskedStart } from '#platform/logging/masking.js';
import { AccountWatch } from '../accounts/account-watch.js';
import type { ExamQuestionView } from './exam.view.js';
import { ExamStore } from './exam.store.js';
import { NotJudged, type CaseRun, type OrderState } from './case-run.js';
import { ShopClient, urlForOrder, type ShopAnswer } from './shop-client.js';

/** Time limit for the answer of a caller. */
const ANSWER_MS = MINUTE_MS;
/** Time limit for the shop to create the charge of an order, and to fulfil a paid order. */
const PATIENCE_MS = 5 * SECOND_MS;
const POLL_MS = 100;

/** The last state of an order, also stored in the case. */
interface Seen {
  /** `undefined` without a probe. */
  readonly state: OrderState | undefined;
  /** True if it is the state that was waited for. */
  readonly isFound: boolean;
}

/** Begins orders in the shop, and asks it about them. */
@Injectable()
export class ExamOrders {
  private questions = 0;

  constructor(
    private readonly shop: ShopClient,
    private readonly store: ExamStore,
    private readonly database: Database,
    private readonly watch: AccountWatch,
    private readonly clock: Clock,
  ) {}

  /** Begins an order. Answers the ID of the charge that the shop creates for it. Throws {@link NotJudged}. */
  async begin(run: CaseRun, checkout: string): Promise<string> {
    const { accountId } = run.scenario.scope;
    const { order } = run.scenario;
    const answer = await this.call(run, 'checkout', checkout, order);
    if (answer.problem !== null || (answer.status ?? 200) >= 400)
      throw new NotJudged(
        `The checkout did not begin order ${order}: ${answer.problem ?? `status ${answer.status}`}.`,
      );
    const { orderKey } = run.parameters;
    const look = async (): Promise<string | undefined> => {
      const found = await this.database.charge.findFirst({
        where: {
          accountId,
          livemode: false,
          OR: [order, Number(order)].map((equals) => ({ metadata: { path: [orderKey], equals } })),
        },
        select: { id: true },
        orderBy: { id: 'asc' },
      });
      return found?.id;
    };
    const id = await this.watch.until(accountId, look, PATIENCE_MS, run.scenario.signal);
    if (id === undefined)
      throw new NotJudged(
        `The checkout created no charge with metadata.${orderKey} = ${order} in this sandbox. Check the secret key of the shop.`,
      );
    return id;
  }

  /** Asks until the state is as `wanted`, or the shop has had its time. */
  until(run: CaseRun, wanted: (state: OrderState) => boolean): Promise<Seen> {
    return this.poll(run, wanted, Math.max(PATIENCE_MS, run.parameters.settleMs));
  }

  /** Asks for as long as the shop may take to act on an event, or until the state is as `unwanted`. */
  unless(run: CaseRun, unwanted: (state: OrderState) => boolean): Promise<Seen> {
    return this.poll(run, unwanted, run.parameters.settleMs);
  }

  private async poll(run: CaseRun, matches: (state: OrderState) => boolean, forMs: number): Promise<Seen> {
    const deadline = performance.now() + forMs;
    const first = run.entries.length;
    for (;;) {
      // Keeps the first answer and the last.
      run.entries.splice(first + 1);
      const state = await this.look(run);
      const isFound = state !== undefined && matches(state);
      if (state === undefined || isFound || performance.now() >= deadline) {
        run.state = state;
        return { state, isFound };
      }
      await delay(POLL_MS, undefined, { signal: run.scenario.signal });
    }
  }

  /** `undefined` without a probe. Throws {@link NotJudged} if its answer is of no use. */
  async look(run: CaseRun): Promise<OrderState | undefined> {
    const { probe, expect } = run.parameters;
    if (probe === null) return undefined;
    const { order } = run.scenario;
    const { body, problem, status } = await this.call(run, 'probe', probe, order);
    if (problem !== null) throw new NotJudged(`The probe did not answer for order ${order}: ${problem}.`);
    const read = parsed(body);
    if (!isObject(read))
      throw new NotJudged(
        `The probe must return a JSON object for order ${order}; it returned ${status ?? ''} ${maskedStart(storable(body), 100).toWellFormed()}`,
      );
    if (isDeeper(read, MAX_NESTING))
      throw new NotJudged(
        `The probe’s JSON for order ${order} is nested too deep: at most ${MAX_NESTING} levels.`,
      );
    const missing = expect.filter((field) => !Object.hasOwn(read, field));
    if (missing.length > 0)
      throw new NotJudged(
        `The probe’s JSON lacks ${missing.join(', ')}: return it, or choose other fields with expect.`,
      );
    return Object.fromEntries(expect.map((field) => [field, read[field] as JsonValue]));
  }

  private async call(
    run: CaseRun,
    kind: ExamQuestionView['kind'],
    target: string,
    order: string,
  ): Promise<ShopAnswer> {
    const at = this.clock.machineNow().toISOString();
    const method = kind === 'probe' ? 'GET' : 'POST';
    const isAsked = target === BY_CALLER;
    const answer = isAsked
      ? await this.ask(run, kind, order)
      : await this.shop.call(method, urlForOrder(target, order), run.scenario.signal);
    const shown = isAsked ? BY_CALLER : urlForOrder(withoutTokens(target), order);
    run.note({
      kind,
      text: `${kind === 'probe' ? 'look at' : 'begin'} order ${order}`,
      at,
      request: { line: `${method} ${shown}`, status: null, headers: null, body: null },
      response: {
        line: null,
        status: answer.status,
        headers: null,
        body: answer.problem ?? answer.body,
      },
      duration_ms: answer.durationMs,
    });
    return answer;
  }

  private async ask(run: CaseRun, kind: ExamQuestionView['kind'], order: string): Promise<ShopAnswer> {
    const began = performance.now();
    this.questions += 1;
    const question = { id: String(this.questions), kind, order };
    const answer = await this.store.ask(run.exam, question, ANSWER_MS, run.scenario.signal);
    return {
      status: null,
      body: answer?.answer ?? '',
      problem: answer === undefined ? 'the caller did not answer within a minute' : (answer.problem ?? null),
      durationMs: Math.round(performance.now() - began),
    };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
