import { signed, type Charge, type Event, type Transaction } from './laws.js';

export interface Transfer {
  readonly id: string;
  readonly amount: number;
  readonly net: number;
  readonly total_fee: number;
  readonly sent_at: string | null;
  readonly paid_at: string | null;
  readonly failure_code: string | null;
  readonly schedule: string | null;
  readonly transactions: readonly Transaction[];
}

interface Occurrence {
  readonly status: string;
  readonly result: string | null;
  readonly scheduled_on: string;
  readonly transfer_amount: number;
}

export interface Schedule {
  readonly id: string;
  readonly transfer?: object;
  readonly occurrences: { readonly data: readonly Occurrence[]; readonly total: number };
}

export interface Balance {
  readonly total: number;
  readonly transferable: number;
  readonly created_at: string;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const credits = (transactions: readonly Transaction[]): Transaction[] =>
  transactions.filter(({ direction }) => direction === 'credit');
const amounts = (transactions: readonly Transaction[]): number[] => transactions.map(({ amount }) => amount);

/** The transferable balance consists of sufficiently old transactions, less debts. */
export function checkBalance(
  { total, transferable, created_at: now }: Balance,
  transactions: readonly Transaction[],
): void {
  const awaited = sum(transactions.filter(({ transferable_at: at }) => at > now).map(signed));
  expect(transferable).toBe(Math.min(total, Math.max(0, total - awaited)) + 0);
}

/**
 * A transfer leaves the balance once, arrives once or comes back with all of it, and says so once. What is
 * sent was transferable by then: all else that leaves at the same instant may have come after it.
 */
export function checkTransfers(
  transfers: readonly Transfer[],
  transactions: readonly Transaction[],
  events: readonly Event[],
): void {
  const eventsOf = (id: string, key: string): number =>
    events.filter((event) => event.key === key && (event.data as { id: string }).id === id).length;
  for (const { id, amount, net, total_fee: fee, transactions: own, ...transfer } of transfers) {
    const [isSent, isPaid, isFailed] = [
      transfer.sent_at !== null,
      transfer.paid_at !== null,
      transfer.failure_code !== null,
    ];
    const sent = isSent ? [['transfer.sent.debit', amount]] : [];
    const back = isSent && isFailed ? [['transfer.failed.credit', amount]] : [];
    expect(own.map((transaction) => [transaction.key, transaction.amount])).toEqual([...back, ...sent]);
    expect(net).toBe(amount - fee);
    expect([isPaid && isFailed, isPaid && !isSent]).toEqual([false, false]);
    const eventCounts = ['create', 'send', 'pay', 'fail'].map((action) => eventsOf(id, `transfer.${action}`));
    expect(eventCounts).toEqual([true, isSent, isPaid, isFailed].map(Number));
  }
  for (const { created_at: at } of transactions.filter(({ key }) => key === 'transfer.sent.debit')) {
    const came = credits(transactions).filter(
      (credit) => credit.created_at <= at && credit.transferable_at <= at,
    );
    const left = transactions.filter(
      ({ direction, key, created_at: then, transferable_at: since }) =>
        direction === 'debit' && since <= at && (then < at || (then === at && key === 'transfer.sent.debit')),
    );
    expect(sum(amounts(came))).toBeGreaterThanOrEqual(sum(amounts(left)));
  }
}

/** A schedule's day occurs once, its result exists once and names it; no other object names the schedule. */
export function checkSchedules(
  schedules: readonly Schedule[],
  charges: readonly Charge[],
  transfers: readonly Transfer[],
): void {
  for (const { id, occurrences, ...schedule } of schedules) {
    const { data, total } = occurrences;
    expect([data.length, new Set(data.map(({ scheduled_on: day }) => day)).size]).toEqual([total, total]);
    const made = data
      .filter(({ status }) => status === 'successful')
      .map(({ result, transfer_amount: amount }) => [result, amount]);
    const [ofTransfers, ofCharges] = [transfers, charges].map((all) =>
      all.filter(({ schedule: by }) => by === id),
    );
    const found = [
      ...(ofTransfers ?? []).map((transfer) => [transfer.id, transfer.amount]),
      ...(ofCharges ?? []).map((charge) => [charge.id, 0]),
    ];
    expect(made.sort()).toEqual(found.sort());
    expect((schedule.transfer ? ofCharges : ofTransfers) ?? []).toEqual([]);
  }
}
