import { ApiError } from '#kernel/errors.js';
import type { Account } from './account.js';
import { throwClosedAccount, type AccountDirectory } from './account-directory.js';

/** The most runs of a read. Each further run means that the sandbox was reset or restored during the last. */
export const MOST_READS = 5;
const INTERNAL_ERROR = 500;

export type Outcome<Value> = { readonly value: Value } | { readonly error: unknown };

interface Owned {
  readonly account: Account;
}

/**
 * Answers what `read` makes of a row and its account, all from one epoch of the sandbox. `undefined` where
 * there is no such row.
 */
export async function readInOneEpoch<Found extends Owned, Answer>(
  directory: AccountDirectory,
  load: () => Promise<Found | undefined>,
  read: (found: Found) => Promise<Answer>,
): Promise<Answer | undefined> {
  for (let count = 1; ; count += 1) {
    const found = await load();
    if (!found) return undefined;
    const outcome = await outcomeOf(() => read(found));
    if (count === MOST_READS || (await directory.isStillOpen(found.account.id))) return resultOf(outcome);
  }
}

/**
 * Throws `service_unavailable` where `write` is refused in an epoch that has ended: the next epoch may have
 * the row that it did not find.
 */
export async function writeInOneEpoch<Answer>(
  directory: AccountDirectory,
  { id }: Account,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const outcome = await outcomeOf(write);
  if (isRefusal(outcome) && !(await directory.isStillOpen(id))) throwClosedAccount();
  return resultOf(outcome);
}

export async function outcomeOf<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

export function resultOf<Value>(outcome: Outcome<Value>): Value {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

export function isRefusal(outcome: Outcome<unknown>): boolean {
  return 'error' in outcome && outcome.error instanceof ApiError && outcome.error.status < INTERNAL_ERROR;
}
