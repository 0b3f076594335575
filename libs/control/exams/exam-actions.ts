import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError } from '#kernel/errors.js';
import { Clock } from '#platform/clock/clock.js';
import { Resources } from '#engine/resources/resources.js';
import { phaseOf } from '#resources/charges/rules/charge.js';
import { CHARGE } from '#resources/charges/charge.resource.js';
import { CustomersService } from '#resources/customers/customers.service.js';
import type { ScenarioStep } from '../scenarios/rules/scenarios.js';
import { sayStep } from '../scenarios/rules/scenarios.js';
import { ScenarioSteps } from '../scenarios/scenario-steps.js';
import type { ExamAction, OrderStep } from './rules/exam-case.js';
import { withoutTokens } from '../shops/rules/without-tokens.js';
import { NotPossible } from '../shops/order-run.js';
import type { CaseRun } from './case-run.js';
import { ShopOrders } from '../shops/shop-orders.js';
import { ShopWebhooks } from '../shops/shop-webhooks.js';
import { ShopRunStore } from '../shops/shop-run.store.js';
import { ShopReach } from '../shops/shop-reach.js';

/** Orders are numbers that fit in 32 bits, for shops whose orders are integers. */
const [FIRST_ORDER, LAST_ORDER] = [1_000_000_000, 2_000_000_000];
const LOST_ANSWER = {
  on: 'api',
  when: 'after',
  match: { route: 'POST /charges' },
  do: { disconnect: true },
} as const;

type ActionOf<Kind extends ExamAction['do']> = Extract<ExamAction, { readonly do: Kind }>;

/** Does what cases do. */
@Injectable()
export class ExamActions {
  constructor(
    private readonly steps: ScenarioSteps,
    private readonly orders: ShopOrders,
    private readonly store: ShopRunStore,
    private readonly resources: Resources,
    private readonly customers: CustomersService,
    private readonly sender: ShopWebhooks,
    private readonly reach: ShopReach,
    private readonly clock: Clock,
  ) {}

  /** Throws {@link NotPossible} if the step cannot be done for this shop. */
  async take(step: ExamAction, run: CaseRun): Promise<void> {
    if (step.do === 'order') return this.order(step, run);
    if (step.do === 'again') return this.again(step, run);
    if (step.do === 'lose answer') return this.loseAnswer(step, run);
    if (step.do === 'customer') return this.makeCustomer(step, run);
    if (step.do === 'delete') return this.deleteCustomer(step, run);
    if (step.do === 'send') return this.sendEvent(step, run);
    if (step.do === 'retry') return this.sender.retry(run);
    if (step.do === 'return') return this.open(step.charge, run);
    if (step.do === 'restart') return this.restart(run);
    if (step.do === 'pay') return this.pay(step.charge, run);
    return this.play(step, run);
  }

  /** Removes the faults that the case has set. */
  async cleanUp({ scenario }: CaseRun): Promise<void> {
    for (const fault of scenario.faults) await this.steps.removeFault(fault, scenario);
  }

  private async order({ as, that }: OrderStep, run: CaseRun): Promise<void> {
    await this.begin(as, run);
    if (that === undefined) return;
    await this.pay(as, run);
    if ((await this.resources.find(CHARGE, run.scenario.scope, run.idOf(as)))[that]) return;
    await this.begin(as, run);
    await this.chargeForeign(
      { do: 'charge', as, on: 'card', ...(that === 'reversible' && { capture: false }) },
      run,
    );
  }

  private async begin(as: string, run: CaseRun): Promise<void> {
    newOrder(run);
    const { checkout } = run.parameters;
    if (checkout === null) await this.play({ do: 'charge', as }, run);
    else {
      const id = await this.orders.begin(run, checkout);
      await this.keep(run, as, id);
      run.isPaidAtCheckout =
        (await this.resources.load(CHARGE, run.scenario.scope, id)).charge.status === 'successful';
    }
    run.begun = await (run.isPaidAtCheckout ? this.orders.lookTwice(run) : this.orders.look(run));
    run.state = run.begun;
  }

  private async again({ as, otherwise }: ActionOf<'again'>, run: CaseRun): Promise<void> {
    const { checkout } = run.parameters;
    const known = [...run.scenario.made.values()].at(-1);
    const id =
      checkout === null
        ? known
        : await this.orders.begin(run, checkout, known).catch((error: unknown) => {
            if (error instanceof NotPossible && otherwise) return known;
            throw error;
          });
    if (id === known && otherwise) return this.chargeForeign({ do: 'charge', as }, run);
    if (id === undefined || checkout === null)
      throw new NotPossible('Only the shop can begin an order again: pass a checkout.');
    await this.keep(run, as, id);
  }

  private async loseAnswer({ as }: ActionOf<'lose answer'>, run: CaseRun): Promise<void> {
    const { checkout } = run.parameters;
    if (checkout === null) throw new NotPossible('Only the shop can lose an answer: pass a checkout.');
    newOrder(run);
    await this.play({ do: 'fault', as: 'lost', fault: LOST_ANSWER }, run);
    const { charges, problem } = await this.orders.insist(run, checkout);
    for (const { id } of charges) await this.keep(run, id, id);
    run.charges = charges;
    const taken = charges.find(({ isPaid }) => isPaid) ?? charges.at(-1);
    if (taken === undefined || (problem !== undefined && !taken.isPaid))
      throw new NotPossible(
        `The checkout failed twice (${problem}), so the customer sees no page to pay on, and nothing was charged.`,
      );
    run.scenario.made.set(as, taken.id);
  }

  /** A charge by Tollgate, which a shop with a checkout may not know. */
  private async chargeForeign(step: ActionOf<'charge'>, run: CaseRun): Promise<void> {
    await this.play(step, run);
    run.foreign.add(run.idOf(step.as));
  }

  private async makeCustomer({ as }: ActionOf<'customer'>, run: CaseRun): Promise<void> {
    const { id } = await this.customers.create(run.scenario.scope, { description: 'A customer of the exam' });
    await this.keep(run, as, id);
    this.noteStep(run, `make a customer (${id})`);
  }

  private async deleteCustomer({ customer }: ActionOf<'delete'>, run: CaseRun): Promise<void> {
    const id = run.idOf(customer);
    await this.customers.destroy(run.scenario.scope, id);
    this.noteStep(run, `delete the customer (${id})`);
  }

  private async restart(run: CaseRun): Promise<void> {
    if (!run.parameters.restarts)
      throw new NotPossible(
        'Only a shop that tollgate exam starts can be started without its webhook secret: pass its command.',
      );
    this.noteStep(run, 'start the shop without its webhook secret');
    const problem = await this.orders.restart(run);
    const isOpen =
      problem === null && (await this.reach.until(run.parameters, run.scenario.signal)) === undefined;
    if (isOpen) return;
    const text = `Without its webhook secret the shop does not ${problem === null ? 'answer' : `start: ${problem}`}.`;
    run.find({ verdict: 'passed', text });
    run.isOver = true;
  }

  private async keep(run: CaseRun, as: string, id: string): Promise<void> {
    run.scenario.made.set(as, id);
    await this.store.noteMade(run.row, id);
  }

  /** The charge of a shop may be paid already, for example by card. */
  private async pay(name: string, run: CaseRun): Promise<void> {
    const { charge } = await this.resources.load(CHARGE, run.scenario.scope, run.idOf(name));
    if (phaseOf(charge) !== 'awaiting_customer') return;
    run.paidAt = this.clock.machineNow();
    await this.play({ do: 'pay', charge: name }, run);
    run.state = await this.orders.lookTwice(run);
  }

  private noteStep(run: CaseRun, text: string): void {
    const at = this.clock.machineNow().toISOString();
    run.note({ kind: 'step', text, at, request: null, response: null, duration_ms: null });
  }

  private async play(step: ScenarioStep, run: CaseRun): Promise<void> {
    const at = this.clock.machineNow().toISOString();
    const text = sayStep(step);
    try {
      const id = await this.steps.take(step, run.scenario);
      if (id !== null) await this.store.noteMade(run.row, id);
      const about = id === null ? text : `${text} (${id})`;
      run.note({ kind: 'step', text: about, at, request: null, response: null, duration_ms: null });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'service_unavailable') throw error;
      throw new NotPossible(
        `The step “${text}” is not possible with the charge of this order: ${error.message}.`,
      );
    }
  }

  private async sendEvent(step: ActionOf<'send'>, run: CaseRun): Promise<void> {
    await this.sender.send(step, run, step.returning ? () => this.open(step.of, run) : undefined);
  }

  private async open(name: string, run: CaseRun): Promise<void> {
    const { charge } = await this.resources.load(CHARGE, run.scenario.scope, run.idOf(name));
    if (run.parameters.checkout === null || charge.returnUri === null)
      throw new NotPossible(
        'The customer cannot return to the shop: pass a checkout whose charges have a return_uri.',
      );
    run.returnUri = withoutTokens(charge.returnUri);
    run.returned = await this.orders.openReturn(run, charge.returnUri);
  }
}

function newOrder(run: CaseRun): void {
  run.scenario = { ...run.scenario, order: String(randomInt(FIRST_ORDER, LAST_ORDER)) };
}
