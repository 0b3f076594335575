import { Injectable } from '@nestjs/common';
import { digitsFor } from '#kernel/digits.js';
import type { Tenant } from '#kernel/scope.js';
import type { PageAudit } from '#engine/writes/object-writer.js';
import { OptimisticWrite } from '#engine/writes/optimistic-write.js';
import { toRow, toUpdate } from '#engine/writes/rows.js';
import { Resources } from '#engine/resources/resources.js';
import type { LinkedAccount, RegistrationFailureCode } from './rules/linked-account.js';
import { refuse, register } from './rules/linked-account.machine.js';
import { LINKED_ACCOUNT } from './linked-account.resource.js';

/** The number of digits of a bank account that are shown. */
const LAST_DIGITS = 4;

/** Creates and registers linked accounts. No events are sent (docs/fidelity.md V9). */
@Injectable()
export class LinkedAccountLifecycle {
  constructor(
    private readonly writes: OptimisticWrite,
    private readonly resources: Resources,
  ) {}

  /** Writes the account that `make` answers. */
  create(tenant: Tenant, make: (now: Date) => LinkedAccount): Promise<LinkedAccount> {
    return this.writes.write(tenant, (now) => {
      const made = make(now);
      return { insert: { linked_account: [toRow('linked_account', made)] }, answer: made };
    });
  }

  /** The owner agrees. There is no bank to say which account it is, so the id makes the digits. */
  register(tenant: Tenant, id: string, { onPage = false } = {}): Promise<LinkedAccount> {
    const lastDigits = digitsFor(id, LAST_DIGITS);
    const pageAct = onPage ? ({ action: 'approved', objectId: id } as const) : undefined;
    return this.change(tenant, id, (before, now) => register(before, lastDigits, now), pageAct);
  }

  refuse(
    tenant: Tenant,
    id: string,
    failureCode: RegistrationFailureCode,
    { onPage = false } = {},
  ): Promise<LinkedAccount> {
    const pageAct = onPage ? ({ action: 'declined', objectId: id, failureCode } as const) : undefined;
    return this.change(tenant, id, (before, now) => refuse(before, failureCode, now), pageAct);
  }

  /** Answers with the account afterwards. Throws `not_found`, and whatever `decide` refuses with. */
  private change(
    tenant: Tenant,
    id: string,
    decide: (before: LinkedAccount, now: Date) => LinkedAccount,
    pageAct: PageAudit | undefined,
  ): Promise<LinkedAccount> {
    return this.writes.change('linked_account', tenant, id, async (now) => {
      const before = await this.resources.load(LINKED_ACCOUNT, tenant, id);
      const after = decide(before, now);
      return { updates: [toUpdate('linked_account', before, after)], pageAct, answer: after };
    });
  }
}
