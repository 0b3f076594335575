import { Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel/scope.js';
import type { Account } from '#engine/accounts/account.js';
import { OptimisticWrite, type Decision } from '#engine/writes/optimistic-write.js';
import { toUpdate } from '#engine/writes/rows.js';
import { Resources } from '#engine/resources/resources.js';
import type { Customer } from './rules/customer.js';
import { CUSTOMER } from './customer.resource.js';
import { type LoadedCustomer } from './customer.row.js';

/** A decision about a customer, and the customer afterwards. */
export interface CustomerDecision<Answer> extends Decision<Answer> {
  readonly customer: Customer;
}

/**
 * Every change of a customer or of its cards and linked accounts. Each updates the customer too, so that of
 * two at once, one is decided on what the other left.
 */
@Injectable()
export class CustomerLifecycle {
  constructor(
    private readonly writes: OptimisticWrite,
    private readonly resources: Resources,
  ) {}

  /** Throws `not_found`, also for a customer who is deleted, and whatever `decide` refuses with. */
  change<Answer>(
    tenant: Tenant,
    id: string,
    decide: (
      before: LoadedCustomer,
      now: Date,
      account: Account,
    ) => CustomerDecision<Answer> | Promise<CustomerDecision<Answer>>,
  ): Promise<Answer> {
    return this.writes.change('customer', tenant, id, async (now, account) => {
      const before = await this.resources.load(CUSTOMER, tenant, id);
      const { customer, updates = [], ...rest } = await decide(before, now, account);
      return { ...rest, updates: [toUpdate('customer', before.customer, customer), ...updates] };
    });
  }
}
