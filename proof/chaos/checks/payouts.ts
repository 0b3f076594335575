import { groupBy, sum, type Evidence } from '../evidence.js';
import { postingProblems } from './journal.js';

/**
 * A sandbox pays out only what it earned: postings balance, and the balance is never negative. A transfer is
 * sent once and returned once.
 */
export function paysOutOnce({ rows }: Evidence): string[] {
  const { sandboxEntries: entries, sandboxTransactions: transactions, transfers } = rows;
  const moved = (account: readonly { direction: string; amount: number }[]): number =>
    sum(account.map(({ direction, amount }) => (direction === 'credit' ? amount : -amount)));
  const overdrawn = [...groupBy(transactions, ({ accountId }) => accountId)].flatMap(([account, all]) =>
    moved(all) < 0 ? [`${account} has ${moved(all)}`] : [],
  );
  const byOrigin = groupBy(transactions, ({ origin }) => origin);
  return [
    ...postingProblems({ entries, transactions }),
    ...overdrawn,
    ...transfers.flatMap(({ id, state, amount, sentTransactionId: sent, failedTransactionId: back }) => {
      const own = (byOrigin.get(id) ?? []).map((one) => `${one.id} ${one.direction} ${one.amount}`).sort();
      const due = [
        ...(sent === null ? [] : [`${sent} debit ${amount}`]),
        ...(back === null ? [] : [`${back} credit ${amount}`]),
      ].sort();
      const isLeft = sent !== null && back === null;
      if (own.join() !== due.join()) return [`${id} moved [${own.join()}], and says [${due.join()}]`];
      return isLeft === (state === 'sent' || state === 'paid')
        ? []
        : [`${id} is ${state}, and its money ${isLeft ? 'left' : 'is here'}`];
    }),
  ];
}

/** Each day of a schedule has one occurrence and one result. No other object names the schedule. */
export function keepsSchedules({ rows }: Evidence): string[] {
  const days = groupBy(rows.occurrences, ({ scheduleId, scheduledOn }) => `${scheduleId} ${scheduledOn}`);
  const made = rows.occurrences
    .filter(({ status }) => status === 'successful')
    .map(({ scheduleId, resultId }) => `${scheduleId} made ${resultId}`);
  const there = new Set(rows.scheduled.map(({ id, scheduleId }) => `${scheduleId} made ${id}`));
  return [
    ...[...days].flatMap(([day, all]) => (all.length > 1 ? [`${day} came ${all.length} times`] : [])),
    ...made.filter((what) => !there.has(what)).map((what) => `${what}, which is not there`),
    ...[...there].filter((what) => !made.includes(what)).map((what) => `${what} on no day`),
    ...[...groupBy(made, (what) => what)].flatMap(([what, all]) =>
      all.length > 1 ? [`${what} on ${all.length} days`] : [],
    ),
  ];
}
