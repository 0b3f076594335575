import { Injectable } from '@nestjs/common';
import { ApiError, throwProblems } from '#kernel/errors.js';
import { FAILURES } from '#kernel/failures.js';
import { assertMetadata } from '#kernel/metadata.js';
import { parseCurrency } from '#kernel/money.js';
import type { Scope } from '#kernel/scope.js';
import { readDto } from '#platform/http/dto.js';
import type { Account } from '#engine/accounts/account.js';
import { cardChargeProblems } from '../charges/rules/charge.rules.js';
import { ChargeCreation } from '../charges/charge.creation.js';
import { NO_INSTRUMENT } from '../charges/charge.instruments.js';
import { CustomerReader } from '../customers/customer.reader.js';
import type { Schedule } from './rules/schedule.js';
import { CreateScheduledChargeDto } from './schedule.dto.js';
import type { ScheduledChargeTerms } from './scheduled-charge.view.js';
import type { Attempt, ScheduledKind, ScheduledWish } from './scheduled-kind.js';

/** Charges of a customer's card. */
@Injectable()
export class ScheduledCharges implements ScheduledKind {
  readonly name = 'charge';
  readonly identifiedAs = 'scheduled_charge';

  constructor(
    private readonly customers: CustomerReader,
    private readonly charges: ChargeCreation,
  ) {}

  async read(
    scope: Scope,
    account: Account,
    described: object,
    problems: readonly string[],
    now: Date,
  ): Promise<ScheduledWish> {
    const { dto, problems: shapeProblems } = readDto(CreateScheduledChargeDto, described);
    const { customer = '', card: cardId, amount, currency = account.currency, description = null } = dto;
    const missing = dto.customer === undefined ? ['customer must be the id of a customer'] : [];
    throwProblems('bad_request', [
      ...problems,
      ...missing,
      ...shapeProblems,
      ...cardChargeProblems({ amount, currency }, now),
    ]);
    const metadata = assertMetadata(dto.metadata);
    const card = await this.customers.loadCard(scope, customer, cardId);
    const terms: ScheduledChargeTerms = {
      amount: Number(amount),
      currency: parseCurrency(currency) ?? account.currency,
      default_card: cardId === undefined,
      card: card.id,
      customer,
      description,
      metadata,
    };
    return { terms, partyId: customer };
  }

  async attempt(schedule: Schedule, account: Account, now: Date): Promise<Attempt> {
    const terms = schedule.terms as ScheduledChargeTerms;
    try {
      const card = await this.customers.loadCard(
        schedule,
        terms.customer,
        terms.default_card ? undefined : terms.card,
      );
      const { amount, currency, metadata, description } = terms;
      const parameters = {
        amount,
        currency,
        metadata,
        description: description ?? undefined,
        scheduleId: schedule.id,
      };
      const { charge, insert, events, jobs } = await this.charges.authorize(
        account,
        schedule.livemode,
        { ...NO_INSTRUMENT, card },
        parameters,
        now,
      );
      const { failureCode } = charge;
      const message = failureCode && FAILURES[failureCode];
      return {
        outcome: {
          status: failureCode ? 'failed' : 'successful',
          resultId: charge.id,
          message,
          transferAmount: 0,
        },
        insert,
        events,
        jobs,
      };
    } catch (error) {
      // The customer or the card was deleted.
      if (!(error instanceof ApiError) || error.code === 'service_unavailable') throw error;
      const outcome = {
        status: 'failed',
        resultId: null,
        message: error.message,
        transferAmount: 0,
      } as const;
      return { outcome, insert: {}, events: [], jobs: [] };
    }
  }
}
