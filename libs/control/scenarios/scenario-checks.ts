import { Injectable } from '@nestjs/common';
import { fail, throwProblems } from '#kernel/errors.js';
import { failureCodesOf } from '#kernel/failures.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Account } from '#engine/accounts/account.js';
import { cardChargeProblems, assertWholeAmount } from '#resources/charges/rules/charge.rules.js';
import { ChargeInstruments } from '#resources/charges/charge.instruments.js';
import { FaultsService } from '../faults/faults.service.js';
import { isByCard, type ScenarioStep } from './rules/scenarios.js';
import { chargeTerms, faultTerms, type ScenarioRun, type StepOf } from './scenario-run.js';

/** Checks the steps of a scenario as far as possible before the first of them is done. */
@Injectable()
export class ScenarioChecks {
  constructor(
    private readonly instruments: ChargeInstruments,
    private readonly faults: FaultsService,
    private readonly clock: Clock,
    private readonly database: Database,
  ) {}

  /** Throws the error with which the step would be refused. */
  async check(step: ScenarioStep, account: Account, run: ScenarioRun): Promise<void> {
    if (step.do === 'charge') await this.checkCharge(step, account, run);
    if (step.do === 'decline') assertFailure(run);
    if (step.do === 'fault') await this.checkFault(step, account, run);
  }

  private async checkCharge(step: StepOf<'charge'>, account: Account, run: ScenarioRun): Promise<void> {
    const terms = chargeTerms(step, run);
    const now = this.clock.now(account);
    assertWholeAmount(terms);
    if (isByCard(step)) throwProblems('invalid_charge', cardChargeProblems(terms, now));
    else await this.instruments.find(run.scope, account, terms, now);
  }

  /** A scenario about webhooks needs a webhook address. */
  private async checkFault(step: StepOf<'fault'>, { id }: Account, run: ScenarioRun): Promise<void> {
    await this.faults.check(run.sandbox, faultTerms(step, run));
    if (step.fault.on !== 'webhook') return;
    const endpoint = await this.database.webhookEndpoint.findFirst({
      where: { accountId: id, livemode: false },
    });
    if (!endpoint)
      fail('bad_request', 'the sandbox has no webhook_uri; set one, such as the URL of an inbox');
  }
}

/** The scenario's charges are on sources, which cannot fail with every code. */
function assertFailure({ parameters: { failure_code: code } }: ScenarioRun): void {
  const codes = failureCodesOf({ cardId: null });
  if (code !== undefined && !codes.includes(code))
    fail('bad_request', `failure_code must be one of ${codes.join(', ')}`);
}
