import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { failureCodesOf, isFailureCode, type FailureCode } from '#kernel/failures.js';
import type { Params } from '#platform/http/params.js';
import type { Account } from '#engine/accounts/account.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { writeInOneEpoch } from '#engine/accounts/one-epoch.js';
import { WebhooksBeforeAnswer } from '#engine/faults/webhooks-before-answer.js';
import type { Charge } from '#resources/charges/rules/charge.js';
import { ChargeLifecycle } from '#resources/charges/charge.lifecycle.js';
import type { LoadedCharge } from '#resources/charges/charge.row.js';
import { readChoice, unlessRefused, type Choice } from '../kit/choice.js';

/** The choice of a customer or a tester. Only testers choose `expired`. */
export type Settlement = Choice<FailureCode> | { readonly outcome: 'expired' };

/** A wrong one-time password. The last one fails the charge with `failureCode`. */
export interface WrongPassword {
  readonly outcome: 'wrong_password';
  readonly failureCode: FailureCode;
}

/** Reads the form fields of a choice. Throws `bad_request`. */
export function readSettlement(body: unknown): Settlement {
  const { outcome } = (body ?? {}) as Params;
  return outcome === 'expired' ? { outcome } : readChoice(body, isFailureCode);
}

@Injectable()
export class PageSettlement {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly lifecycle: ChargeLifecycle,
    private readonly webhooks: WebhooksBeforeAnswer,
  ) {}

  /**
   * Returns `undefined` if the charge has ended already. Throws `bad_request` for a failure code of other
   * charges, and for `expired` in live mode.
   */
  async settle(
    account: Account,
    charge: Charge,
    choice: Settlement | WrongPassword,
  ): Promise<LoadedCharge | undefined> {
    if (choice.outcome === 'expired') assertTestMode(charge);
    const codes = failureCodesOf(charge);
    if (choice.outcome === 'failed' && !codes.includes(choice.failureCode)) {
      fail('bad_request', `failure_code must be one of ${codes.join(', ')}`);
    }
    const settled = await unlessRefused(
      writeInOneEpoch(this.directory, account, () => this.carryOut(charge, choice)),
    );
    await this.webhooks.wait(account);
    return settled;
  }

  private carryOut(charge: Charge, choice: Settlement | WrongPassword): Promise<LoadedCharge> {
    switch (choice.outcome) {
      case 'successful':
        return this.lifecycle.authorize(charge, charge.id, { onPage: true });
      case 'failed':
        return this.lifecycle.decline(charge, charge.id, choice.failureCode, { onPage: true });
      case 'expired':
        return this.lifecycle.expire(charge, charge.id, { onPage: true });
      case 'wrong_password':
        return this.lifecycle.countWrongPassword(charge, charge.id);
    }
  }
}

/** Throws `bad_request` in live mode. */
export function assertTestMode({ livemode }: Pick<Charge, 'livemode'>): void {
  if (livemode) fail('bad_request', 'test controls work in test mode only');
}
