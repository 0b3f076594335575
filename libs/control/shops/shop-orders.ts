import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { idAt, withPrefix } from '#kernel/ids.js';
import type { JsonValue } from '#kernel/metadata.js';
import { isDeeper, isObject, parsedJson } from '#kernel/values.js';
import { MINUTE_MS, SECOND_MS } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Prisma } from '#platform/database/generated/client.js';
import { maskedStart } from '#platform/logging/masking.js';
import { storable } from '#engine/webhooks/rules/kept-headers.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import { replyOf, type CheckoutReply } from './checkout-reply.js';
import { orderIn } from './rules/order-in.js';
import { BY_CALLER, MAX_NESTING } from './rules/shop-terms.js';
import { withoutTokens } from './rules/without-tokens.js';
import type { ShopQuestionView } from './shop-run.view.js';
import { ShopRunStore } from './shop-run.store.js';
import { NotPossible, type OrderRun, type OrderState } from './order-run.js';
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
  /** Number of times that the shop was asked. */
  readonly looks: number;
}

/** The terms of an order, for shops that take them from the body of the checkout. */
export interface OrderTerms {
  /** In the smallest unit of `currency`. */
  readonly amount: number;
  readonly currency: string;
  /** Type of a source, or `card`. */
  readonly method: string;
  /** The token of the card. */
  readonly card?: string;
  /** Set for a subscription. */
  readonly every?: 'month';
}

export interface FoundCharge {
  readonly id: string;
  readonly isPaid: boolean;
  /** The order in its metadata. */
  readonly order: string | undefined;
}

/** Begins orders in the shop, and asks it about them. */
@Injectable()
export class ShopOrders {
  private questions = 0;

  constructor(
    private readonly shop: ShopClient,
    private readonly store: ShopRunStore,
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly watch: AccountWatch,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins an order, or the one that the shop knows by this number again. Answers the ID of the charge, which is
   * another than `known`, or `known` if the shop makes no other. Throws {@link NotPossible}.
   */
  async begin(run: OrderRun, checkout: string, known?: string, terms?: OrderTerms): Promise<string> {
    const began = this.clock.machineNow();
    const reply = await this.beginOnly(run, checkout, known !== undefined, terms);
    const look = async (): Promise<FoundCharge | undefined> => {
      const found = await (reply.charge === undefined
        ? this.madeSince(run, began)
        : this.charges(run, { id: reply.charge }));
      const others = found.filter(({ id }) => id !== known);
      // Without the order in its metadata, only a single charge is surely that of the order.
      return others.length === 1 || others[0]?.order === run.scenario.order ? others[0] : undefined;
    };
    if (reply.charge !== undefined && reply.charge === known) return known;
    const { signal, scope } = run.scenario;
    const found = await this.watch.until(scope.accountId, look, PATIENCE_MS, signal);
    if (found !== undefined) {
      // A shop may have its own numbers.
      if (reply.order === undefined && found.order !== undefined && known === undefined)
        run.scenario = { ...run.scenario, order: found.order };
      return found.id;
    }
    if (known !== undefined && reply.charge === undefined) return known;
    throw new NotPossible(
      reply.charge === undefined
        ? `The checkout created no charge with metadata.${run.parameters.orderKey} = ${run.scenario.order} in this sandbox. Check the secret key of the shop, or let the checkout answer with {"charge": "chrg_…"}.`
        : `The checkout answered with the charge ${reply.charge}, which this sandbox does not have. Check the secret key of the shop.`,
    );
  }

  /** Begins an order, without waiting for its charge. Throws {@link NotPossible}. */
  async beginOnly(
    run: OrderRun,
    checkout: string,
    isKnown: boolean,
    terms?: OrderTerms,
  ): Promise<CheckoutReply> {
    const { order } = run.scenario;
    const { problem, reply } = await this.checkOut(run, checkout, terms);
    if (problem !== undefined)
      throw new NotPossible(`The checkout did not begin order ${order}: ${problem}.`);
    if (reply.order !== undefined && isKnown && reply.order !== order)
      throw new NotPossible(`Begun again, order ${order} became order ${reply.order}.`);
    if (reply.order !== undefined) run.scenario = { ...run.scenario, order: reply.order };
    return reply;
  }

  /**
   * Begins an order. If the first attempt fails, the customer tries again once. Answers all its charges, from
   * the oldest to the newest, and the problem of the last attempt. Throws {@link NotPossible} without a charge.
   */
  async insist(
    run: OrderRun,
    checkout: string,
  ): Promise<{ readonly charges: readonly FoundCharge[]; readonly problem: string | undefined }> {
    const began = this.clock.machineNow();
    let { problem, reply } = await this.checkOut(run, checkout);
    if (problem !== undefined) ({ problem, reply } = await this.checkOut(run, checkout));
    const look = async (): Promise<readonly FoundCharge[] | undefined> => {
      const found = await this.madeSince(run, began);
      return found.length > 0 ? found : undefined;
    };
    const { signal, scope } = run.scenario;
    const charges = await this.watch.until(scope.accountId, look, PATIENCE_MS, signal);
    if (charges === undefined)
      throw new NotPossible('The checkout created no charge with POST /charges, so no answer could be lost.');
    // An answer that repeats an earlier order has begun none.
    const isOther = reply.charge !== undefined && charges.every(({ id }) => id !== reply.charge);
    if (isOther) problem ??= `it answered with the earlier charge ${reply.charge}`;
    else if (reply.order !== undefined) run.scenario = { ...run.scenario, order: reply.order };
    return { charges, problem };
  }

  /** Polls until the state fulfils `condition`, or the shop has had its time. */
  until(run: OrderRun, condition: (state: OrderState) => boolean): Promise<Seen> {
    return this.poll(run, condition, Math.max(PATIENCE_MS, run.parameters.settleMs));
  }

  /** Polls for as long as the shop may take to act on an event, or until the state fulfils `change`. */
  unless(run: OrderRun, change: (state: OrderState) => boolean): Promise<Seen> {
    return this.poll(run, change, run.parameters.settleMs);
  }

  /**
   * Asks twice: a page of the shop may ask the API itself, and show the answer at once or the next time. What that
   * changes is not the effect of an event.
   */
  async lookTwice(run: OrderRun): Promise<OrderState | undefined> {
    if ((await this.look(run)) === undefined) return undefined;
    await delay(POLL_MS, undefined, { signal: run.scenario.signal });
    return this.look(run);
  }

  private async poll(run: OrderRun, matches: (state: OrderState) => boolean, forMs: number): Promise<Seen> {
    const deadline = performance.now() + forMs;
    const first = run.entries.length;
    for (let looks = 1; ; looks += 1) {
      // Keeps the first answer and the last.
      run.entries.splice(first + 1);
      const state = await this.look(run);
      const isFound = state !== undefined && matches(state);
      if (state === undefined || isFound || performance.now() >= deadline) {
        run.state = state;
        return { state, isFound, looks };
      }
      await delay(POLL_MS, undefined, { signal: run.scenario.signal });
    }
  }

  /** `undefined` without a probe. Throws {@link NotPossible} if its answer is of no use. */
  async look(run: OrderRun): Promise<OrderState | undefined> {
    const { probe, expect } = run.parameters;
    if (probe === null) return undefined;
    const shown = await this.show(run, probe);
    return Object.fromEntries(expect.map((field) => [field, shown[field] as JsonValue]));
  }

  /** All fields of the order that the probe answers. Throws {@link NotPossible} if they are of no use. */
  async show(run: OrderRun, probe: string): Promise<OrderState> {
    const { order } = run.scenario;
    const { body, problem, status } = await this.call(run, 'probe', probe, order);
    if (problem !== null) throw new NotPossible(`The probe did not answer for order ${order}: ${problem}.`);
    const read = parsedJson(body);
    if (!isObject(read))
      throw new NotPossible(
        `The probe must return a JSON object for order ${order}; it returned ${status ?? ''} ${maskedStart(storable(body), 100).toWellFormed()}`,
      );
    if (isDeeper(read, MAX_NESTING))
      throw new NotPossible(
        `The probe’s JSON for order ${order} is nested too deep: at most ${MAX_NESTING} levels.`,
      );
    const missing = run.parameters.expect.filter((field) => !Object.hasOwn(read, field));
    if (missing.length > 0)
      throw new NotPossible(
        `The probe’s JSON lacks ${missing.join(', ')}: return it, or choose other fields with expect.`,
      );
    return read as OrderState;
  }

  /** Asks the caller to start the shop again. Answers the problem if the shop has ended. */
  async restart(run: OrderRun): Promise<string | null> {
    const { problem, isAnswered } = await this.ask(run, 'restart', '');
    if (!isAnswered) throw new NotPossible(`The shop was not started again: ${problem}.`);
    return problem;
  }

  /** The browser of the customer opens the page of the shop to which the charge returns. */
  async openReturn(run: OrderRun, returnUri: string): Promise<ShopAnswer> {
    const at = this.clock.machineNow().toISOString();
    const answer = await this.shop.call('GET', returnUri, run.scenario.signal);
    const { status, problem, body, durationMs } = answer;
    run.note({
      kind: 'return',
      text: 'the customer returns to the shop',
      at,
      request: { line: `GET ${withoutTokens(returnUri)}`, status: null, headers: null, body: null },
      response: { line: null, status, headers: null, body: problem ?? body },
      duration_ms: durationMs,
    });
    return answer;
  }

  /** The charges with this order in their metadata that were made since the run began, oldest first. */
  async chargesOf(run: OrderRun): Promise<FoundCharge[]> {
    const made = await this.chargesSince(run, run.beganAt);
    return made.filter(({ order }) => order === run.scenario.order);
  }

  private async checkOut(
    run: OrderRun,
    checkout: string,
    terms?: OrderTerms,
  ): Promise<{ readonly problem: string | undefined; readonly reply: CheckoutReply }> {
    const { order } = run.scenario;
    const json = terms && JSON.stringify({ order, ...terms });
    const { body, problem, status } = await this.call(run, 'checkout', checkout, order, json);
    const isRefused = problem !== null || (status ?? 200) >= 400;
    return { problem: isRefused ? (problem ?? `status ${status}`) : undefined, reply: replyOf(body) };
  }

  /** The charges that the shop has made since: those of the order alone if it has any. */
  private async madeSince(run: OrderRun, began: Date): Promise<FoundCharge[]> {
    const made = await this.chargesSince(run, began);
    const ofOrder = made.filter(({ order }) => order === run.scenario.order);
    return ofOrder.length > 0 ? ofOrder : made;
  }

  /** `began` is the machine's time. Ids of a seed do not tell it, but the events of their charges do. */
  private async chargesSince(run: OrderRun, began: Date): Promise<FoundCharge[]> {
    const { accountId } = run.scenario.scope;
    const { idSeed } = await this.directory.get(accountId);
    if (idSeed === null) return this.charges(run, { id: { gte: withPrefix('charge', false, idAt(began)) } });
    const events = await this.database.event.findMany({
      where: { accountId, livemode: false, key: 'charge.create', machineAt: { gte: began } },
      select: { objectId: true },
    });
    return this.charges(run, { id: { in: events.map(({ objectId }) => objectId) } });
  }

  private async charges(run: OrderRun, where: Prisma.ChargeWhereInput): Promise<FoundCharge[]> {
    const { accountId } = run.scenario.scope;
    const found = await this.database.charge.findMany({
      where: { ...where, accountId, livemode: false },
      select: { id: true, status: true, metadata: true },
      orderBy: { id: 'asc' },
    });
    return found.map(({ id, status, metadata }) => ({
      id,
      isPaid: status === 'successful',
      order: orderIn(metadata, run.parameters.orderKey),
    }));
  }

  private async call(
    run: OrderRun,
    kind: 'probe' | 'checkout',
    target: string,
    order: string,
    json?: string,
  ): Promise<ShopAnswer> {
    const beganAt = this.clock.machineNow();
    const method = kind === 'probe' ? 'GET' : 'POST';
    const isAsked = target === BY_CALLER;
    const answer = isAsked
      ? await this.ask(run, kind, order, json)
      : await this.shop.call(method, urlFor(target, order), run.scenario.signal, json);
    if (kind === 'probe')
      run.probes.push({ beganAt: beganAt.getTime(), endedAt: this.clock.machineNow().getTime() });
    const shown = isAsked ? BY_CALLER : urlFor(withoutTokens(target), order);
    run.note({
      kind,
      text: `${kind === 'probe' ? 'look at' : 'begin'} order ${order}`,
      at: beganAt.toISOString(),
      request: { line: `${method} ${shown}`, status: null, headers: null, body: json ?? null },
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

  private async ask(
    run: OrderRun,
    kind: ShopQuestionView['kind'],
    order: string,
    json?: string,
  ): Promise<ShopAnswer & { readonly isAnswered: boolean }> {
    const began = performance.now();
    this.questions += 1;
    const question = { id: String(this.questions), kind, order, json: json ?? null };
    const answer = await this.store.ask(run.row, question, ANSWER_MS, run.scenario.signal);
    return {
      status: null,
      body: answer?.answer ?? '',
      problem: answer === undefined ? 'the caller did not answer within a minute' : (answer.problem ?? null),
      durationMs: Math.round(performance.now() - began),
      isAnswered: answer !== undefined,
    };
  }
}

/** Throws {@link NotPossible} for an order that cannot be in a URL. */
function urlFor(template: string, order: string): string {
  try {
    return urlForOrder(template, order);
  } catch (error) {
    throw error instanceof RangeError
      ? new NotPossible(`The shop’s order cannot be asked about: ${error.message}.`)
      : error;
  }
}
