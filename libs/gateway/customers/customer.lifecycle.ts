import { Injectable } from '@nestjs/common';
import type { Card } from '#domain/cards/card.js';
import type { Customer } from '#domain/customers/customer.js';
import { failNotFound } from '#domain/errors.js';
import type { Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Turns, untilWritten } from '#platform/contention/turns.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { toMovedCardRow } from '../cards/card.row.js';
import { Changes, type Change, type Move } from '../events/changes.js';
import { CustomerReader } from './customer.reader.js';
import { toMovedCustomerRow, type LoadedCustomer } from './customer.row.js';

/** What is to be written, and what the caller is told then. */
export type Decision<T> = Pick<Change, 'insert' | 'moves' | 'events'> & { readonly answer: T };

/** A decision about a customer that is there, who moves with whatever else does. */
export type CustomerDecision<T> = Decision<T> & { readonly customer: Customer };

/**
 * Every change of a customer or of its cards: read, decide, and write only if all rows are still what was read. A change of a card
 * moves the customer too, so that of two changes of one customer's cards at once, one is decided on what the other left.
 */
@Injectable()
export class CustomerLifecycle {
  private readonly turns: Turns;

  constructor(
    private readonly directory: AccountDirectory,
    private readonly changes: Changes,
    private readonly clock: Clock,
    private readonly reader: CustomerReader,
    metrics: Metrics,
  ) {
    this.turns = new Turns('customer', metrics);
  }

  /** Throws `not_found`, also for a customer who is deleted, and whatever `decide` refuses with. */
  change<T>(tenant: Tenant, id: string, decide: (before: LoadedCustomer, now: Date) => Promise<CustomerDecision<T>>): Promise<T> {
    return this.turns.take(id, () =>
      this.attempt(tenant, async (now) => {
        const before = await this.reader.load(tenant, id);
        if (before.customer.deleted) return failNotFound('customer', id);
        const { customer, moves = [], ...rest } = await decide(before, now);
        return { ...rest, moves: [moveOf(before.customer, customer), ...moves] };
      }),
    );
  }

  /** Writes a new customer as `decide` says. */
  create<T>(tenant: Tenant, decide: (now: Date) => Promise<Decision<T>>): Promise<T> {
    return untilWritten(() => this.attempt(tenant, decide));
  }

  /** `undefined`: a row has moved on before it was written, and nothing was. */
  private async attempt<T>({ accountId, livemode }: Tenant, decide: (now: Date) => Promise<Decision<T>>): Promise<T | undefined> {
    const account = await this.directory.get(accountId);
    const now = this.clock.now(account);
    const { answer, ...written } = await decide(now);
    return (await this.changes.commit({ ...written, account, livemode, now })) ? answer : undefined;
  }
}

function moveOf(before: Customer, after: Customer): Move {
  return { table: 'customer', id: before.id, version: before.version, set: toMovedCustomerRow(after) };
}

/** Writes a card of a customer as it is to be. */
export function moveOfCard(before: Card, after: Card): Move {
  return { table: 'card', id: before.id, version: before.version, set: toMovedCardRow(after) };
}
