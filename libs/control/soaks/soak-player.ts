import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError } from '#kernel/errors.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Resources } from '#engine/resources/resources.js';
import { CHARGE } from '#resources/charges/charge.resource.js';
import { phaseOf } from '#resources/charges/rules/charge.js';
import type { FaultParams } from '../faults/rules/fault-terms.js';
import { ScenarioSteps } from '../scenarios/scenario-steps.js';
import type { ScenarioStep } from '../scenarios/rules/scenarios.js';
import { NotPossible, OrderRun, type SentEvent } from '../shops/order-run.js';
import { ShopOrders } from '../shops/shop-orders.js';
import { ShopReach } from '../shops/shop-reach.js';
import { ShopRunStore } from '../shops/shop-run.store.js';
import { ShopWebhooks, isAccepted } from '../shops/shop-webhooks.js';
import { newScenario, type RunningShop } from '../shops/shop-runner.js';
import { PlayedOrder } from './played-order.js';
import {
  isOfOrder,
  type ApiTrouble,
  type OrderStep,
  type SoakOrder,
  type SoakPlan,
} from './rules/soak-plan.js';
import { SoakSubscriptions } from './soak-subscriptions.js';
import { parametersOf } from './soak.view.js';

/** Orders are numbers that fit in 32 bits, for shops whose orders are integers. */
const [FIRST_ORDER, LAST_ORDER] = [1_000_000_000, 2_000_000_000];
/** Past the expiry of every payment method. */
const JUMP = '31d';
/** A card that is declined: no funds. */
const DECLINED_CARD = '4111111111140011';
/** Attempts of a webhook at the end, as the real service repeats it. */
const MAX_ATTEMPTS = 4;

/** Why a shop cannot be killed. */
export const NEEDS_COMMAND = 'Only a shop that tollgate soak starts can be killed: pass its command.';

const TROUBLES: Readonly<Record<ApiTrouble, Pick<FaultParams, 'when' | 'do'>>> = {
  error: { do: { status: 500 } },
  'lost request': { do: { disconnect: true } },
  'lost answer': { when: 'after', do: { disconnect: true } },
  slow: { do: { delay: '300ms' } },
};

type StepOf<Kind extends OrderStep['do']> = Extract<OrderStep, { readonly do: Kind }>;

/** Plays plans: one step after the other, so that the same plan does the same. */
@Injectable()
export class SoakPlayer {
  constructor(
    private readonly steps: ScenarioSteps,
    private readonly subscriptions: SoakSubscriptions,
    private readonly orders: ShopOrders,
    private readonly webhooks: ShopWebhooks,
    private readonly reach: ShopReach,
    private readonly store: ShopRunStore,
    private readonly resources: Resources,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Answers no orders if the run is over before its end. */
  async play(plan: SoakPlan, running: RunningShop): Promise<PlayedOrder[]> {
    const played = plan.orders.map((order) => this.newOrder(order, running));
    try {
      for (const step of plan.steps) {
        if (running.signal.aborted) return [];
        if (isOfOrder(step)) await this.takeOf(step, played);
        else if (step.do === 'advance')
          await this.steps.take({ do: 'advance', by: JUMP }, newScenario(running, parametersOf(running.row)));
        else await this.restart(running);
      }
    } finally {
      for (const one of played) {
        if (one.order.every) await this.subscriptions.end(one);
        // What was made since the last webhooks is known too, so that none is delivered after the soak.
        if (running.signal.aborted) await this.unsent(one);
      }
    }
    for (const one of played) {
      if (running.signal.aborted) return [];
      await this.flush(one);
    }
    return played;
  }

  /** Kills the shop and starts it. Throws {@link NotPossible} if it does not answer then. */
  async restart(running: RunningShop): Promise<void> {
    const parameters = parametersOf(running.row);
    if (!parameters.restarts) throw new NotPossible(NEEDS_COMMAND);
    const run = new OrderRun(
      running.row,
      parameters,
      newScenario(running, parameters),
      this.clock.machineNow(),
    );
    const problem = (await this.orders.restart(run)) ?? (await this.reach.until(parameters, running.signal));
    if (problem) throw new NotPossible(`The shop was killed and started, and does not answer: ${problem}`);
  }

  /** The charges of an order: those that the shop answered with, that name the order, and of its schedules. */
  async chargesOf({ run, charges, schedules }: PlayedOrder): Promise<string[]> {
    const named = await this.orders.chargesOf(run);
    const { accountId } = run.scenario.scope;
    const scheduled =
      schedules.size === 0
        ? []
        : await this.database.charge.findMany({
            where: { accountId, livemode: false, scheduleId: { in: [...schedules] } },
            select: { id: true },
          });
    return [...new Set([...charges, ...[...named, ...scheduled].map(({ id }) => id)])];
  }

  private newOrder(order: SoakOrder, running: RunningShop): PlayedOrder {
    const parameters = parametersOf(running.row);
    const scenario = {
      ...newScenario(running, parameters),
      order: String(randomInt(FIRST_ORDER, LAST_ORDER)),
    };
    return new PlayedOrder(order, new OrderRun(running.row, parameters, scenario, this.clock.machineNow()));
  }

  /** A step that is not possible, as a refund of a charge that nobody paid, does nothing. */
  private async takeOf(step: OrderStep, orders: readonly PlayedOrder[]): Promise<void> {
    const played = orders[step.order - 1];
    if (!played) return;
    try {
      await this.take(step, played);
    } catch (error) {
      if (!isImpossible(error)) throw error;
      played.skipped += 1;
      played.problem = error.message;
    } finally {
      const { scenario } = played.run;
      for (const fault of scenario.faults) await this.steps.removeFault(fault, scenario);
    }
  }

  private async take(step: OrderStep, played: PlayedOrder): Promise<void> {
    switch (step.do) {
      case 'begin':
        return this.begin(step, played);
      case 'pay':
        return this.pay(step, played);
      case 'decline':
      case 'expire':
        if (await this.isAwaited(last(played), played))
          await this.playStep({ do: step.do, charge: last(played) }, played);
        return;
      case 'return':
        return this.open(played);
      case 'refund':
        return this.playStep(
          { do: 'refund', charge: await this.paidOf(played), percent: step.percent },
          played,
        );
      case 'dispute':
        return this.dispute(step, played);
      case 'renew':
        return this.renew(step, played);
      case 'webhooks':
        return this.send(step, played);
    }
  }

  private async begin({ isDeclined, trouble }: StepOf<'begin'>, played: PlayedOrder): Promise<void> {
    const { run, order, charges } = played;
    const route = order.every ? 'POST /schedules' : 'POST /charges';
    if (trouble) await this.fault(trouble, { route }, played);
    const attempt = async (): Promise<string | undefined> => {
      const card =
        order.method === 'card'
          ? { card: await this.steps.token(run.scenario, isDeclined ? DECLINED_CARD : undefined) }
          : {};
      if (order.every) {
        await this.subscriptions.begin(played, { ...order, ...card });
        return undefined;
      }
      return this.orders.begin(run, run.parameters.checkout ?? '', charges.at(-1), { ...order, ...card });
    };
    // A customer who sees an error tries again.
    const id = await attempt().catch((error: unknown) => {
      if (error instanceof NotPossible) return attempt();
      throw error;
    });
    if (id !== undefined && !charges.includes(id)) charges.push(id);
    await this.remember([...played.schedules, ...(await this.chargesOf(played))], played);
  }

  private async pay({ oldest }: StepOf<'pay'>, played: PlayedOrder): Promise<void> {
    const charge = oldest ? (played.charges[0] ?? last(played)) : last(played);
    // A card was paid at the checkout.
    if (await this.isAwaited(charge, played)) await this.playStep({ do: 'pay', charge }, played);
  }

  private async open(played: PlayedOrder): Promise<void> {
    const { run } = played;
    const { charge } = await this.resources.load(CHARGE, run.scenario.scope, last(played));
    if (charge.returnUri === null) throw new NotPossible('The charge has no return_uri.');
    await this.orders.openReturn(run, charge.returnUri);
  }

  private async dispute({ outcome }: StepOf<'dispute'>, played: PlayedOrder): Promise<void> {
    const charge = await this.paidOf(played);
    await this.playStep({ do: 'dispute', charge, as: 'dispute' }, played);
    if (outcome === 'lost') return this.playStep({ do: 'accept', dispute: 'dispute' }, played);
    await this.playStep({ do: 'contest', dispute: 'dispute' }, played);
    return this.playStep({ do: 'win', dispute: 'dispute' }, played);
  }

  private async renew({ isDeclined }: StepOf<'renew'>, played: PlayedOrder): Promise<void> {
    const { order, orderKey } = played.run.scenario;
    const by = await this.subscriptions.untilRenewal(played);
    if (isDeclined)
      await this.setFault(
        'declined renewal',
        { on: 'payment', match: { metadata: { [orderKey]: order } }, do: { fail: 'insufficient_fund' } },
        played,
      );
    await this.playStep({ do: 'advance', by }, played);
  }

  private async send({ arrive, trouble }: StepOf<'webhooks'>, played: PlayedOrder): Promise<void> {
    const events = await this.unsent(played);
    if (trouble) await this.fault(trouble, { method: 'GET' }, played);
    const copies = arrive === 'at once' ? 2 : 1;
    for (const event of arrive === 'reversed' ? events.toReversed() : events) {
      const meanwhile = arrive === 'with the customer' ? () => this.returnIfPossible(played) : undefined;
      await this.sendOne(event, copies, played, meanwhile);
      if (arrive === 'twice') await this.sendOne(event, copies, played);
    }
  }

  private async returnIfPossible(played: PlayedOrder): Promise<void> {
    await this.open(played).catch((error: unknown) => {
      if (!(error instanceof NotPossible)) throw error;
    });
  }

  /** Sends what the shop did not accept yet, in order, until it does. */
  async flush(played: PlayedOrder): Promise<void> {
    for (const event of await this.unsent(played)) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS && !played.accepted.has(event.id); attempt += 1)
        await this.sendOne(event, 1, played);
      if (!played.accepted.has(event.id)) played.refusal ??= `${event.key}: ${answerOf(played)}`;
    }
  }

  private async sendOne(
    event: SentEvent,
    copies: number,
    { run, accepted }: PlayedOrder,
    meanwhile?: () => Promise<void>,
  ): Promise<void> {
    await this.webhooks.sendEvent(event, { copies }, run, meanwhile);
    if (run.sent?.attempts.some(isAccepted)) accepted.add(event.id);
  }

  /** The events of the charges of an order, their refunds and disputes, that the shop did not accept. */
  private async unsent(played: PlayedOrder): Promise<SentEvent[]> {
    const { run, accepted } = played;
    const { accountId } = run.scenario.scope;
    const charges = await this.chargesOf(played);
    const where = { accountId, livemode: false, chargeId: { in: charges } };
    const parts = [
      ...(await this.database.refund.findMany({ where, select: { id: true } })),
      ...(await this.database.dispute.findMany({ where, select: { id: true } })),
    ];
    const objects = [...played.schedules, ...charges, ...parts.map(({ id }) => id)];
    await this.remember(objects, played);
    const events = await this.database.event.findMany({
      where: { accountId, livemode: false, objectId: { in: objects } },
      select: { id: true, key: true, objectId: true },
      orderBy: { id: 'asc' },
    });
    return events.filter(({ id }) => !accepted.has(id));
  }

  /** Notes what the soak has made, as it is known: its webhooks are not delivered after it. */
  private async remember(ids: readonly string[], { objects, run }: PlayedOrder): Promise<void> {
    const found = ids.filter((id) => !objects.has(id));
    if (found.length === 0) return;
    for (const id of found) objects.add(id);
    await this.store.noteMade(run.row, ...found);
  }

  private async fault(
    trouble: ApiTrouble,
    match: NonNullable<FaultParams['match']>,
    played: PlayedOrder,
  ): Promise<void> {
    await this.setFault(trouble, { on: 'api', match, ...TROUBLES[trouble] }, played);
  }

  private setFault(name: string, fault: FaultParams, played: PlayedOrder): Promise<void> {
    return this.playStep({ do: 'fault', as: name, fault }, played);
  }

  private async isAwaited(charge: string, { run }: PlayedOrder): Promise<boolean> {
    const found = await this.resources.load(CHARGE, run.scenario.scope, charge);
    return phaseOf(found.charge) === 'awaiting_customer';
  }

  /** A charge of the order that is paid. Throws {@link NotPossible} if none is. */
  private async paidOf(played: PlayedOrder): Promise<string> {
    const charges = await this.chargesOf(played);
    const { scope } = played.run.scenario;
    const paid = await this.database.charge.findFirst({
      where: { id: { in: charges }, accountId: scope.accountId, livemode: false, status: 'successful' },
      select: { id: true },
      orderBy: { id: 'desc' },
    });
    if (!paid) throw new NotPossible('No charge of the order is paid.');
    return paid.id;
  }

  /** A step of scenarios whose charge is given by its ID. */
  private async playStep(step: ScenarioStep, { run }: PlayedOrder): Promise<void> {
    const { made } = run.scenario;
    if ('charge' in step) made.set(step.charge, step.charge);
    await this.steps.take(step, run.scenario);
  }
}

function isImpossible(error: unknown): error is Error {
  return error instanceof NotPossible || (error instanceof ApiError && error.code !== 'service_unavailable');
}

/** The newest charge. Throws {@link NotPossible} for an order without one. */
function last({ charges }: PlayedOrder): string {
  const charge = charges.at(-1);
  if (charge === undefined) throw new NotPossible('The order has no charge.');
  return charge;
}

function answerOf({ run }: PlayedOrder): string {
  const attempt = run.sent?.attempts.at(-1);
  return attempt?.error ?? `status ${attempt?.status}`;
}
