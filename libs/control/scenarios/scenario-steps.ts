import { Injectable } from '@nestjs/common';
import { dayIn } from '#kernel/local-time.js';
import { Clock } from '#platform/clock/clock.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { Resources } from '#engine/resources/resources.js';
import { phaseOf } from '#resources/charges/rules/charge.js';
import { ChargeCreation } from '#resources/charges/charge.creation.js';
import { CHARGE } from '#resources/charges/charge.resource.js';
import { ChargesService } from '#resources/charges/charges.service.js';
import { CustomersService } from '#resources/customers/customers.service.js';
import { DisputesService } from '#resources/disputes/disputes.service.js';
import { RefundsService } from '#resources/refunds/refunds.service.js';
import { SchedulesService } from '#resources/schedules/schedules.service.js';
import { TokensService } from '#resources/tokens/tokens.service.js';
import type { AdvanceClockDto } from '../clock/clock.dto.js';
import { ClockService } from '../clock/clock.service.js';
import { FaultsService } from '../faults/faults.service.js';
import { isByCard, type ScenarioStep } from './rules/scenarios.js';
import {
  chargeTerms,
  faultTerms,
  scheduledTerms,
  metadataOf,
  type ScenarioRun,
  type StepOf,
} from './scenario-run.js';

/** A card that pays. */
const CARD = {
  name: 'Somchai Prasert',
  number: '4242424242424242',
  expiration_month: 12,
  expiration_year: 9999,
  security_code: '123',
};
/** The longest that a walk of the clock may take, in the machine's time. */
const MAX_REAL = '30s';

/**
 * Does the steps of scenarios through the services of the API and the control host, with their rules, errors
 * and events.
 */
@Injectable()
export class ScenarioSteps {
  constructor(
    private readonly tokens: TokensService,
    private readonly creation: ChargeCreation,
    private readonly resources: Resources,
    private readonly charges: ChargesService,
    private readonly refunds: RefundsService,
    private readonly disputes: DisputesService,
    private readonly faults: FaultsService,
    private readonly clocks: ClockService,
    private readonly customers: CustomersService,
    private readonly schedules: SchedulesService,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
  ) {}

  /** Returns the id of the created or changed object, if any. Throws the API's errors. */
  async take(step: ScenarioStep, run: ScenarioRun): Promise<string | null> {
    const { scope } = run;
    switch (step.do) {
      case 'charge':
        return this.charge(step, run);
      case 'pay':
        return (await this.charges.markAsPaid(scope, idOf(run, step.charge))).id;
      case 'decline':
        return (await this.charges.markAsFailed(scope, idOf(run, step.charge), run.parameters.failure_code))
          .id;
      case 'expire':
        return (await this.charges.expire(scope, idOf(run, step.charge))).id;
      case 'reverse':
        return (await this.charges.reverse(scope, idOf(run, step.charge))).id;
      case 'capture':
        return this.capture(step, run);
      case 'subscribe':
        return this.subscribe(step, run);
      case 'refund':
        return this.refund(step, run);
      case 'dispute':
        return keep(run, step.as, (await this.disputes.create(scope, idOf(run, step.charge))).id);
      case 'contest':
        return (
          await this.disputes.update(scope, idOf(run, step.dispute), { message: 'The goods were delivered' })
        ).id;
      case 'accept':
        return (await this.disputes.accept(scope, idOf(run, step.dispute))).id;
      case 'win':
        return (await this.disputes.close(scope, idOf(run, step.dispute), { status: 'won' })).id;
      case 'advance':
        return this.advance(step, run);
      case 'fault':
        return this.setFault(step, run);
      case 'remove fault':
        return this.removeFault(idOf(run, step.fault), run);
    }
  }

  async removeFault(name: string, { sandbox, faults }: ScenarioRun): Promise<null> {
    await this.faults.remove(sandbox, name);
    faults.delete(name);
    return null;
  }

  private async charge(step: StepOf<'charge'>, run: ScenarioRun): Promise<string> {
    const { scope } = run;
    const { as, on } = step;
    const card = on === 'card' ? { card: await this.token(run) } : {};
    const saved = on === 'saved card' ? { customer: await this.customer(run) } : {};
    const { id } = await this.creation.create(scope, { ...chargeTerms(step, run), ...card, ...saved });
    // The cardholder approves a 3-D Secure charge.
    if (
      isByCard(step) &&
      phaseOf((await this.resources.load(CHARGE, scope, id)).charge) === 'awaiting_customer'
    )
      await this.charges.markAsPaid(scope, id);
    return keep(run, as, id);
  }

  /** The ID of a new token of a card that pays, or of the card with this number. */
  async token({ scope }: ScenarioRun, number = CARD.number): Promise<string> {
    return (await this.tokens.create(scope, { card: { ...CARD, number } })).id;
  }

  private async customer(run: ScenarioRun): Promise<string> {
    return (await this.customers.create(run.scope, { card: await this.token(run) })).id;
  }

  private async capture({ charge, percent }: StepOf<'capture'>, run: ScenarioRun): Promise<string> {
    const id = idOf(run, charge);
    if (percent === undefined) return (await this.charges.capture(run.scope, id, {})).id;
    const { amount } = (await this.resources.load(CHARGE, run.scope, id)).charge;
    return (
      await this.charges.capture(run.scope, id, { capture_amount: Math.floor((amount * percent) / 100) })
    ).id;
  }

  private async subscribe({ as }: StepOf<'subscribe'>, run: ScenarioRun): Promise<string> {
    const { accountId } = run.scope;
    const account = await this.directory.get(accountId);
    const schedule = await this.schedules.create(run.scope, {
      every: 1,
      period: 'day',
      end_date: dayIn(account.country, this.clock.now(account)),
      charge: { ...scheduledTerms(run), customer: await this.customer(run) },
    });
    return keep(run, as, schedule.id);
  }

  private async refund({ as, charge, percent }: StepOf<'refund'>, run: ScenarioRun): Promise<string> {
    const id = idOf(run, charge);
    const { amount, refundedAmount } = (await this.resources.load(CHARGE, run.scope, id)).charge;
    const part = percent === 'rest' ? amount - refundedAmount : Math.floor((amount * percent) / 100);
    const refund = await this.refunds.create(run.scope, id, { amount: part, metadata: metadataOf(run) });
    return as === undefined ? refund.id : keep(run, as, refund.id);
  }

  private async advance(
    step: StepOf<'advance'>,
    { sandbox, scope, made, signal }: ScenarioRun,
  ): Promise<null> {
    const terms: AdvanceClockDto = { max_real: MAX_REAL };
    if ('by' in step) terms.by = step.by;
    else
      terms.to = (
        await this.resources.load(CHARGE, scope, made.get(step.past) ?? '')
      ).charge.expiresAt.toISOString();
    await this.clocks.advance(sandbox, terms, signal);
    return null;
  }

  private async setFault(step: StepOf<'fault'>, run: ScenarioRun): Promise<null> {
    const { name } = await this.faults.create(run.sandbox, faultTerms(step, run));
    run.faults.add(name);
    keep(run, step.as, name);
    return null;
  }
}

function keep({ made }: ScenarioRun, as: string, id: string): string {
  made.set(as, id);
  return id;
}

function idOf({ made }: ScenarioRun, name: string): string {
  const id = made.get(name);
  if (id === undefined) throw new Error(`No step before has made ${name}`);
  return id;
}
