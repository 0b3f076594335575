import type {
  Account,
  Act,
  Card,
  Chain,
  Charge,
  CheckoutSession,
  Customer,
  Dispute,
  DisputeDocument,
  Event,
  JournalEntry,
  Link,
  LinkedAccount,
  Occurrence,
  Prisma,
  Recipient,
  Refund,
  Schedule,
  Source,
  Token,
  Transaction,
  Transfer,
  WebhookDelivery,
} from '#platform/database/generated/client.js';

/** The tables whose rows are written by name, each with the model that Prisma generates for it. */
interface Models {
  readonly account: Account;
  readonly act: Act;
  readonly card: Card;
  readonly chain: Chain;
  readonly charge: Charge;
  readonly checkout_session: CheckoutSession;
  readonly customer: Customer;
  readonly dispute: Dispute;
  readonly dispute_document: DisputeDocument;
  readonly event: Event;
  readonly journal_entry: JournalEntry;
  readonly link: Link;
  readonly linked_account: LinkedAccount;
  readonly recipient: Recipient;
  readonly occurrence: Occurrence;
  readonly refund: Refund;
  readonly schedule: Schedule;
  readonly source: Source;
  readonly token: Token;
  readonly transaction: Transaction;
  readonly transfer: Transfer;
  readonly webhook_delivery: WebhookDelivery;
}

export type Table = keyof Models;

/** A whole row by its columns' names, as JSON that PostgreSQL reads. A column that is missing or misspelt does not compile. */
export type Row<T extends Table> = {
  readonly [Field in keyof Models[T] as Column<Field & string>]: Written<Models[T][Field]>;
};

/** New rows by table. */
export type Inserts = { readonly [T in InsertedTable]?: readonly Row<T>[] };

/** The tables that get new rows; a statement names them in this order, so that its text is the same for the same tables. */
export const INSERTED_TABLES = [
  'source',
  'customer',
  'linked_account',
  'card',
  'link',
  'charge',
  'checkout_session',
  'token',
  'transaction',
  'journal_entry',
  'refund',
  'dispute',
  'dispute_document',
  'recipient',
  'transfer',
  'schedule',
  'occurrence',
  'chain',
] as const satisfies readonly Table[];
type InsertedTable = (typeof INSERTED_TABLES)[number];

/** The tables whose rows are updated, in the order in which one statement locks them: always the same, so that there is no deadlock. */
export const UPDATED_TABLES = [
  'customer',
  'token',
  'card',
  'linked_account',
  'link',
  'checkout_session',
  'charge',
  'dispute',
  'dispute_document',
  'recipient',
  'transfer',
  'schedule',
  'occurrence',
  'chain',
] as const satisfies readonly Table[];
type UpdatedTable = (typeof UPDATED_TABLES)[number];

/** A row that is updated under an optimistic lock: only if it still has the version that was read. */
export type RowUpdate<T extends UpdatedTable = UpdatedTable> = { readonly [Each in T]: UpdateOf<Each> }[T];

interface UpdateOf<T extends UpdatedTable> {
  readonly table: T;
  readonly id: string;
  /** What the row's version was when the change was decided; the update adds one. */
  readonly version: number;
  readonly set: Partial<Omit<Row<T>, 'id' | 'version'>>;
}

/** The name that `@map` gives to a field in the schema: `account_id` for `accountId`. */
type Column<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Column<Rest>}`
  : '';

/** What is written of a value that Prisma reads: bytes as text in hex, and numbers for `bigint`, which JSON does not know. */
type Written<Value> = [Prisma.JsonValue] extends [Value]
  ? object
  : Value extends bigint
    ? number
    : Value extends Uint8Array
      ? string
      : Value extends (infer Item)[]
        ? readonly Item[]
        : Value;
