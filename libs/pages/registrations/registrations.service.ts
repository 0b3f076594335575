import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Prisma } from '#platform/database/generated/client.js';
import { PageOpenings } from '#engine/audit/page-openings.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { writeInOneEpoch } from '#engine/accounts/one-epoch.js';
import { Resources } from '#engine/resources/resources.js';
import type {
  LinkedAccount,
  RegistrationFailureCode,
} from '#resources/linked-accounts/rules/linked-account.js';
import { LinkedAccountLifecycle } from '#resources/linked-accounts/linked-account.lifecycle.js';
import { LINKED_ACCOUNT } from '#resources/linked-accounts/linked-account.resource.js';
import { registrationUri } from '#resources/linked-accounts/linked-account.view.js';
import { unlessRefused, type Choice } from '../kit/choice.js';
import type { Destination } from '../kit/page.response.js';
import type { RegistrationPage } from './registration.page.js';

@Injectable()
export class RegistrationsService {
  constructor(
    private readonly resources: Resources,
    private readonly directory: AccountDirectory,
    private readonly lifecycle: LinkedAccountLifecycle,
    private readonly openings: PageOpenings,
    private readonly clock: Clock,
  ) {}

  /** The page of a linked account; `undefined` for an unknown one. Records that a pending one was opened. */
  async open(id: string): Promise<RegistrationPage | undefined> {
    const owned = await this.resources.lookUpWithAccount(LINKED_ACCOUNT, hasId(id));
    if (!owned) return undefined;
    const { found: account, account: merchant } = owned;
    if (account.status === 'pending') await this.openings.note(merchant, account);
    return {
      account,
      merchant: merchant.name,
      now: this.clock.now(merchant),
      theme: merchant.pageTheme,
      isFrozen: merchant.frozenAt !== null,
    };
  }

  /**
   * Carries the choice out. Answers where the owner goes next: back to the merchant when this click or an
   * earlier one made it what they chose, and otherwise to the page, which tells how it ended. `undefined`:
   * there is no such account.
   */
  async choose(id: string, choice: Choice<RegistrationFailureCode>): Promise<Destination | undefined> {
    const owned = await this.resources.lookUpWithAccount(LINKED_ACCOUNT, hasId(id));
    if (!owned) return undefined;
    const { found, account: merchant } = owned;
    const settled = await unlessRefused(
      writeInOneEpoch(this.directory, merchant, () => this.carryOut(found, choice)),
    );
    const after = settled ?? (await this.resources.lookUpWhere(LINKED_ACCOUNT, hasId(id))) ?? found;
    const isAsChosen =
      after.status === choice.outcome &&
      (choice.outcome === 'successful' || after.failureCode === choice.failureCode);
    return { page: registrationUri(id, merchant.payUrl), returnUri: isAsChosen ? after.returnUri : null };
  }

  private carryOut(account: LinkedAccount, choice: Choice<RegistrationFailureCode>): Promise<LinkedAccount> {
    return choice.outcome === 'successful'
      ? this.lifecycle.register(account, account.id, { onPage: true })
      : this.lifecycle.refuse(account, account.id, choice.failureCode, { onPage: true });
  }
}

/** The id alone is the secret of the page's address. */
function hasId(id: string): Prisma.Sql {
  return Prisma.sql`linked_account.id = ${id}`;
}
