import { Injectable } from '@nestjs/common';
import { throwProblems } from '#kernel/errors.js';
import type { Scope } from '#kernel/scope.js';
import { readDto } from '#platform/http/dto.js';
import { Database } from '#platform/database/database.js';
import type { Account } from '#engine/accounts/account.js';
import { Resources } from '#engine/resources/resources.js';
import { isPayable } from '../recipients/rules/recipient.js';
import { TRANSFER_FAILURES, type TransferFailure } from '../transfers/rules/transfer.js';
import { RECIPIENT } from '../recipients/recipient.resource.js';
import { readBalance } from '../transactions/balance.queries.js';
import { draftTransfer } from '../transfers/new-transfer.js';
import type { Schedule } from './rules/schedule.js';
import { amountToTransfer, readTransferTerms, type TransferTerms } from './rules/transfer-terms.js';
import { CreateScheduledTransferDto } from './schedule.dto.js';
import type { Attempt, ScheduledKind, ScheduledWish } from './scheduled-kind.js';

/** Transfers to a recipient. */
@Injectable()
export class ScheduledTransfers implements ScheduledKind {
  readonly name = 'transfer';
  readonly identifiedAs = 'scheduled_transfer';

  constructor(
    private readonly database: Database,
    private readonly resources: Resources,
  ) {}

  async read(
    scope: Scope,
    { currency }: Account,
    described: object,
    problems: readonly string[],
  ): Promise<ScheduledWish> {
    const { dto, problems: shapeProblems } = readDto(CreateScheduledTransferDto, described);
    const { recipient: partyId = '' } = dto;
    const terms = readTransferTerms(dto, currency);
    const missing = dto.recipient === undefined ? ['recipient must be the id of a recipient'] : [];
    throwProblems('bad_request', [
      ...problems,
      ...missing,
      ...shapeProblems,
      ...('problems' in terms ? terms.problems : []),
    ]);
    await this.resources.load(RECIPIENT, scope, partyId);
    return { terms: { ...terms }, partyId };
  }

  /** A transfer that could not be sent at once is not made (docs/fidelity.md SC13). */
  async attempt(schedule: Schedule, _account: Account, now: Date): Promise<Attempt> {
    const recipient = await this.resources.lookUp(RECIPIENT, schedule, schedule.partyId);
    if (!recipient || !isPayable(recipient)) return failed('invalid_recipient', true);
    const transferTerms = schedule.terms as unknown as TransferTerms;
    const balance = await readBalance(this.database, { ...schedule, currency: transferTerms.currency }, now);
    const amount = amountToTransfer(transferTerms, balance.transferable);
    if (amount === null) return failed('insufficient_balance', false);
    const terms = { recipient, amount, currency: transferTerms.currency, scheduleId: schedule.id };
    const { view, ...written } = draftTransfer(schedule, terms, balance, now);
    return {
      outcome: { status: 'successful', resultId: view.id, message: null, transferAmount: amount },
      ...written,
    };
  }
}

function failed(failure: TransferFailure, isFinal: boolean): Attempt {
  const outcome = {
    status: 'failed',
    resultId: null,
    message: TRANSFER_FAILURES[failure],
    transferAmount: 0,
    isFinal,
  } as const;
  return { outcome, insert: {}, events: [], jobs: [] };
}
