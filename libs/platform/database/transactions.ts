import { AsyncLocalStorage } from 'node:async_hooks';
import { Prisma } from './generated/client.js';

/** The current transaction of the asynchronous context. */
export interface Transaction {
  readonly client: Prisma.TransactionClient;
  /** Done once it is committed; dropped when it is rolled back. */
  readonly afterCommit: (() => void)[];
  isOpen: boolean;
}

const current = new AsyncLocalStorage<Transaction>();

/** The transaction that the caller is in, if it is in one. */
export function openTransaction(): Transaction | undefined {
  const transaction = current.getStore();
  return transaction?.isOpen ? transaction : undefined;
}

/** Runs `work` within the transaction: what it asks the database for goes there, however deep it is. */
export async function within<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
  try {
    return await current.run(transaction, work);
  } finally {
    transaction.isOpen = false;
  }
}

/** The members of a client that a transaction replaces: tables and raw SQL. */
const OPERATIONS: ReadonlySet<string | symbol> = new Set([
  ...Object.values(Prisma.ModelName).map((name) => name.charAt(0).toLowerCase() + name.slice(1)),
  ...['$queryRaw', '$executeRaw', '$queryRawUnsafe', '$executeRawUnsafe'],
]);

/** The client, but inside a transaction that transaction's. So no caller has to know whether there is one. */
export function joiningTransactions<T extends object>(client: T): T {
  return new Proxy(client, {
    get: (target, name): unknown => {
      const transaction = OPERATIONS.has(name) ? openTransaction() : undefined;
      if (!transaction) return Reflect.get(target, name);
      const operation = transaction.client[name as keyof Prisma.TransactionClient] as unknown;
      return typeof operation === 'function' ? (operation.bind(transaction.client) as unknown) : operation;
    },
  });
}
