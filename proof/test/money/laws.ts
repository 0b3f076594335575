import type { Database } from '../../../libs/platform/database/database.js';

export interface Charge {
  readonly id: string;
  readonly amount: number;
  readonly captured_amount: number;
  readonly refunded_amount: number;
  readonly funding_amount: number;
  readonly status: string;
  readonly voided: boolean;
  readonly paid: boolean;
  readonly transaction: string | null;
  readonly link: string | null;
  readonly schedule: string | null;
}

export interface Refund {
  readonly id: string;
  readonly charge: string;
  readonly amount: number;
  readonly funding_amount: number;
  readonly voided: boolean;
  readonly transaction: string;
}

export interface Dispute {
  readonly id: string;
  readonly charge: string;
  readonly amount: number;
  readonly funding_amount: number;
  readonly status: string;
  readonly transactions: readonly { readonly id: string; readonly amount: number }[];
}

export interface Transaction {
  readonly id: string;
  readonly origin: string;
  readonly direction: string;
  readonly amount: number;
  readonly key: string;
  readonly created_at: string;
  readonly transferable_at: string;
}

export interface Event {
  readonly key: string;
  readonly data: object;
}

/** An account's money as the API shows it. */
export interface Books {
  readonly charges: readonly Charge[];
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
  readonly transfers: readonly Pick<Dispute, 'id' | 'transactions'>[];
  readonly transactions: readonly Transaction[];
  /** Oldest first. */
  readonly events: readonly Event[];
  readonly balance: unknown;
}

export const signed = ({ direction, amount }: Transaction): number =>
  direction === 'credit' ? amount : -amount;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Invariants of the books: every transaction has an origin, the balance is the sum, and the events agree. */
export function checkBooks({
  charges,
  refunds,
  disputes,
  transfers,
  transactions,
  events,
  balance,
}: Books): void {
  for (const charge of charges) {
    checkCharge(
      charge,
      refunds.filter(({ charge: id }) => id === charge.id),
    );
  }
  const posted = [
    ...charges.filter(({ transaction }) => transaction !== null),
    ...refunds,
    ...[...disputes, ...transfers].flatMap(({ id, transactions: own }) =>
      own.map(({ id: transaction }) => ({ id, transaction })),
    ),
  ];
  expect(transactions.map(({ id, origin }) => `${id} ${origin}`).sort()).toEqual(
    posted.map(({ transaction, id }) => `${transaction} ${id}`).sort(),
  );
  const total = sum(transactions.map(signed));
  expect(balance).toMatchObject({ total: total + 0 });
  for (const { charge: id, transaction, voided } of refunds) {
    const { transaction: capture } = charges.find((charge) => charge.id === id) ?? { transaction: null };
    const [taken, given] = [capture, transaction].map((one) =>
      transactions.find((posted) => posted.id === one),
    );
    if (voided && taken && given)
      expect([signed(given), given.transferable_at]).toEqual([-signed(taken), taken.transferable_at]);
  }
  expect(replay(events)).toEqual(new Map(charges.map((charge) => [charge.id, stateOf(charge)])));
}

function checkCharge(charge: Charge, refunds: readonly Refund[]): void {
  const funding = sum(refunds.map(({ funding_amount: amount }) => amount));
  expect(charge.captured_amount).toBeLessThanOrEqual(charge.amount);
  expect(charge.refunded_amount).toBeLessThanOrEqual(charge.captured_amount);
  expect(charge.refunded_amount).toBe(sum(refunds.map(({ amount }) => amount)));
  expect(funding).toBeLessThanOrEqual(charge.funding_amount);
  if (refunds.length > 0) expect(charge.paid).toBe(true);
  if (charge.refunded_amount === charge.captured_amount && charge.paid)
    expect(funding).toBe(charge.funding_amount);
  expect(charge.voided).toBe(refunds.some(({ voided }) => voided));
  if (charge.voided) expect(refunds).toHaveLength(1);
}

type State = Pick<Charge, 'status' | 'captured_amount' | 'refunded_amount' | 'voided'>;

function stateOf({ status, captured_amount, refunded_amount, voided }: Charge): State {
  return { status, captured_amount, refunded_amount, voided };
}

/** The charges' states according to their events alone. */
function replay(events: readonly Event[]): Map<string, State> {
  const states = new Map<string, State>();
  for (const { key, data } of events) {
    if (key === 'refund.create') {
      const { charge, amount, voided } = data as Refund;
      const state = states.get(charge);
      if (!state) throw new Error(`A refund of ${charge} came before the charge`);
      states.set(charge, { ...state, refunded_amount: state.refunded_amount + amount, voided });
    } else if (key.startsWith('charge.')) {
      const charge = data as Charge;
      states.set(charge.id, stateOf(charge));
    }
  }
  return states;
}

/**
 * Each posting adds up to 0, matches its transaction, and ledgers match open disputes and pending transfers.
 */
export async function checkJournal(database: Database): Promise<void> {
  const wrong = await database.$queryRaw`
    SELECT coalesce(posting_id, id) FROM transaction FULL JOIN journal_entry ON posting_id = id
    GROUP BY posting_id, id, direction, transaction.amount HAVING coalesce(sum(journal_entry.amount), 0) <> 0
      OR coalesce(sum(journal_entry.amount) FILTER (WHERE ledger = 'merchant'), 0)
        <> CASE direction WHEN 'credit' THEN transaction.amount WHEN 'debit' THEN -transaction.amount ELSE 0 END`;
  expect(wrong).toEqual([]);
  const [held] = await database.$queryRaw<{ held: bigint; disputed: bigint }[]>`
    SELECT (SELECT coalesce(sum(amount), 0) FROM journal_entry WHERE ledger = 'disputes')::bigint AS held,
      (SELECT coalesce(sum(funding_amount), 0) FROM dispute WHERE status IN ('open', 'pending'))::bigint AS disputed`;
  expect(held?.held).toBe(held?.disputed);
  const [moved] = await database.$queryRaw<object[]>`
    SELECT (SELECT coalesce(sum(amount), 0) FROM journal_entry WHERE ledger = 'transfers')::bigint
        - (SELECT coalesce(sum(amount - fee - fee_vat), 0) FROM transfer WHERE state = 'sent')::bigint AS under_way,
      (SELECT coalesce(sum(amount), 0) FROM journal_entry WHERE ledger = 'recipients')::bigint
        - (SELECT coalesce(sum(amount - fee - fee_vat), 0) FROM transfer WHERE state = 'paid')::bigint AS arrived`;
  expect(moved).toEqual({ under_way: 0n, arrived: 0n });
}
