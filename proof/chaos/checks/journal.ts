import { groupBy, sum, type Evidence } from '../evidence.js';

/**
 * The journal balances: every posting adds up to 0, and every money movement has one posting of its amount.
 */
export function balancesTheJournal({ rows }: Evidence): string[] {
  const statements = new Map(rows.transactions.map((transaction) => [transaction.id, transaction]));
  const expected = expectedTransactions(rows);
  const lacking = expected
    .filter(({ id, origin }) => statements.get(id)?.origin !== origin)
    .map(({ id, origin }) => `${origin} lacks its transaction ${id}`);
  const known = new Set(expected.map(({ id }) => id));
  const strange = rows.transactions
    .filter(({ id }) => !known.has(id))
    .map(({ id, origin }) => `transaction ${id} of ${origin} belongs to nothing`);
  const held = sum(rows.entries.filter(({ ledger }) => ledger === 'disputes').map(({ amount }) => amount));
  const disputed = sum(
    rows.disputes
      .filter(({ status }) => status === 'open' || status === 'pending')
      .map(({ fundingAmount }) => fundingAmount),
  );
  return [
    ...postingProblems(rows),
    ...lacking,
    ...strange,
    ...(held === disputed ? [] : [`${held} is held for disputes about ${disputed}`]),
  ];
}

/** Every posting adds up to 0, and every transaction matches its posting. */
export function postingProblems(rows: Pick<Evidence['rows'], 'entries' | 'transactions'>): string[] {
  const entries = groupBy(rows.entries, ({ postingId }) => postingId);
  const unbalanced = [...entries]
    .filter(([, lines]) => sum(lines.map(({ amount }) => amount)) !== 0)
    .map(([id]) => `posting ${id} does not add up to 0`);
  const wrong = rows.transactions.flatMap(({ id, direction, amount }) => {
    const moved = sum(
      (entries.get(id) ?? []).filter(({ ledger }) => ledger === 'merchant').map((line) => line.amount),
    );
    return moved === (direction === 'credit' ? amount : -amount)
      ? []
      : [`transaction ${id} is not what was posted`];
  });
  return [...unbalanced, ...wrong];
}

function expectedTransactions({
  charges,
  refunds,
  disputes,
}: Evidence['rows']): { id: string; origin: string }[] {
  return [
    ...charges
      .filter(({ status }) => status === 'successful')
      .map(({ id, transactionId }) => ({ id: transactionId ?? '(none)', origin: id })),
    ...refunds.map(({ id, transactionId }) => ({ id: transactionId, origin: id })),
    ...disputes.flatMap(({ id: origin, startedTransactionId, wonTransactionId }) =>
      [startedTransactionId, ...(wonTransactionId === null ? [] : [wonTransactionId])].map((id) => ({
        id,
        origin,
      })),
    ),
  ];
}
