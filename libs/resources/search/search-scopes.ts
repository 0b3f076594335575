import { FAILURES, NOT_ENROLLED } from '#kernel/failures.js';
import type { AnyResource } from '#engine/resources/resource.js';
import { CHARGE } from '../charges/charge.resource.js';
import { CUSTOMER } from '../customers/customer.resource.js';
import { DISPUTE } from '../disputes/dispute.resource.js';
import { transactionKeyOf } from '../journal/rules/journal.js';
import { LINK } from '../links/link.resource.js';
import { PAYMENT_METHODS } from '../payment-methods/rules/registry.js';
import { RECIPIENT } from '../recipients/recipient.resource.js';
import { REFUND } from '../refunds/refund.resource.js';
import { SCHEDULE } from '../schedules/schedule.resource.js';
import { TRANSACTION } from '../transactions/transaction.resource.js';
import { TRANSFER } from '../transfers/transfer.resource.js';
import { TRANSFER_FAILURES } from '../transfers/rules/transfer.js';
import { CHARGE_SQL } from '../charges/charge.sql.js';
import { amount, flag, message, number, text, time, within, type Filter } from './search-filter.js';

/** A kind of searchable object. SQL finds its rows; the resource shows them. */
export interface SearchScope {
  readonly table: string;
  /** The condition for searchable rows. Default: all. */
  readonly only?: string;
  /** The columns of ids that `query` may name. Default: the object's id. */
  readonly ids?: readonly string[];
  /** The texts that `query` searches for words. Default: none, so `query` finds ids only. */
  readonly words?: SearchedWords;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly of: AnyResource;
}

/** The searched texts of an object. */
export interface SearchedWords {
  /** The exact expression of the table's GIN index. */
  readonly vector: string;
  /** The condition of that index. Default: all rows. */
  readonly indexed?: string;
  /** Failure messages by the conditions of the rows that have them. */
  readonly failures?: Readonly<Record<string, string>>;
  /**
   * The cards whose names are searched too: the column `card` of the table `card` equals the column `owner`
   * of this table. `only` is a condition on cards.
   */
  readonly cards?: { readonly owner: string; readonly card: string; readonly only?: string };
}

const upper = (code: string): string => code.toUpperCase();
const currency = text('currency', upper);
const created = time('created_at');
const amountOfRow = amount('amount');
const ofCard = (column: string): Filter =>
  within('card', 'card.account_id = charge.account_id AND card.id = charge.card_id', text(`card.${column}`));
const ofSource = (filter: Filter): Filter =>
  within(
    'source',
    'source.account_id = charge.account_id AND source.livemode = charge.livemode AND source.id = charge.source_id',
    filter,
  );
/** A filter on the object's charge. */
const ofCharge = (table: string, filter: Filter): Filter =>
  within('charge', `charge.id = ${table}.charge_id`, filter);
const isOffline = `source.type IN (${PAYMENT_METHODS.filter(({ flow }) => flow === 'offline')
  .map(({ type }) => `'${type}'`)
  .join(', ')})`;
const SOURCE_OF_FUND = `CASE WHEN source_id IS NOT NULL
  THEN (SELECT CASE WHEN ${isOffline} THEN 'offline' ELSE 'offsite' END FROM source WHERE source.id = charge.source_id)
  WHEN card_id IS NOT NULL THEN 'card' ELSE 'offline' END`;
const VALUES = 'search_values(metadata)';
const HAS_VALUES = `metadata::text <> '{}'`;
const byCode = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([code, text]) => [`failure_code = '${code}'`, text]));
/** The condition of `isNotEnrolled` in resources/charges/rules/authorization.ts. */
const IS_NOT_ENROLLED = `authentication IS NOT NULL AND coalesce((SELECT outcome FROM card
  WHERE card.account_id = charge.account_id AND card.id = charge.card_id), '') = '3ds_enrollment_failed'`;
const { payment_rejected: REJECTED, ...OTHER_FAILURES } = FAILURES;
const CHARGE_FAILURES: Readonly<Record<string, string>> = {
  ...byCode(OTHER_FAILURES),
  [`failure_code = 'payment_rejected' AND NOT (${IS_NOT_ENROLLED})`]: REJECTED,
  [`failure_code = 'payment_rejected' AND ${IS_NOT_ENROLLED}`]: NOT_ENROLLED,
};

/** Of schedules of both kinds. */
const OF_SCHEDULES = { created, status: text('status'), active: flag(`status IN ('running', 'expiring')`) };
/** The words of an expression that is never null, for an index and its queries. */
export function vectorOf(expression: string): string {
  return `to_tsvector('simple', search_text(${expression}))`;
}

/** The scopes by their names in the API, with the filters that each has (docs/fidelity.md SE2, SE3). */
export const SEARCH_SCOPES: Readonly<Record<string, SearchScope>> = {
  charge: {
    table: 'charge',
    ids: ['id', 'customer_id'],
    words: {
      vector: vectorOf(`coalesce(description, '') || ' ' || ${VALUES}`),
      indexed: `(description IS NOT NULL OR ${HAS_VALUES})`,
      failures: CHARGE_FAILURES,
      cards: { owner: 'charge.card_id', card: 'card.id' },
    },
    filters: {
      amount: amountOfRow,
      created,
      currency,
      status: text('status'),
      card_last_digits: ofCard('last_digits'),
      failure_code: text('failure_code'),
      failure_message: message(CHARGE_FAILURES),
      capture: flag('capture'),
      authorized: flag('authorized_at IS NOT NULL'),
      captured: flag('paid_at IS NOT NULL'),
      captured_at: time('paid_at'),
      refunded: flag(CHARGE_SQL.isRefunded),
      refund_amount: amount('refunded_amount'),
      voided: flag('voided'),
      reversed: flag(`status = 'reversed'`),
      customer_present: flag('customer_id IS NOT NULL'),
      disputed: flag(CHARGE_SQL.isDisputed),
      fraud: flag('false'),
      scheduled: flag('schedule_id IS NOT NULL'),
      source_of_fund: text(SOURCE_OF_FUND),
      source_type: ofSource(text('source.type')),
      is_installment: ofSource(flag('source.installment_term IS NOT NULL')),
      installment_terms: ofSource(number('source.installment_term::bigint')),
    },
    of: CHARGE,
  },
  charge_schedule: {
    table: 'schedule',
    only: `kind = 'charge'`,
    ids: ['id', 'party_id'],
    words: {
      vector: vectorOf(`coalesce(terms ->> 'description', '') || ' ' || search_values(terms -> 'metadata')`),
      indexed: `kind = 'charge'`,
    },
    filters: {
      ...OF_SCHEDULES,
      amount: amount(`(terms ->> 'amount')::bigint`, `terms ->> 'currency'`),
      card_last_digits: within('card', `card.id = schedule.terms ->> 'card'`, text('card.last_digits')),
    },
    of: SCHEDULE,
  },
  customer: {
    table: 'customer',
    only: 'NOT deleted',
    words: {
      vector: vectorOf(`coalesce(description, '') || ' ' || coalesce(email, '') || ' ' || ${VALUES}`),
      cards: { owner: 'customer.id', card: 'card.customer_id', only: 'NOT card.deleted' },
    },
    filters: { created },
    of: CUSTOMER,
  },
  dispute: {
    table: 'dispute',
    words: { vector: vectorOf(`coalesce(message, '') || ' ' || ${VALUES}`) },
    filters: {
      amount: amountOfRow,
      created,
      currency,
      status: text('status'),
      reason_code: text('reason_code'),
      closed_at: time('closed_at'),
      charge_id: text('charge_id'),
      fraud: flag('false'),
      card_first_digits: ofCharge('dispute', ofCard('first_digits')),
      card_last_digits: ofCharge('dispute', ofCard('last_digits')),
    },
    of: DISPUTE,
  },
  link: {
    table: 'link',
    only: 'deleted_at IS NULL',
    words: { vector: vectorOf(`title || ' ' || description`) },
    filters: {
      amount: amountOfRow,
      created,
      currency,
      multiple: flag('multiple'),
      used: flag('used_at IS NOT NULL'),
      used_at: time('used_at'),
    },
    of: LINK,
  },
  recipient: {
    table: 'recipient',
    words: {
      vector: vectorOf(
        `name || ' ' || coalesce(description, '') || ' ' || coalesce(email, '') || ' ' || ${VALUES}`,
      ),
    },
    filters: {
      created,
      deleted: flag('deleted'),
      type: text('type'),
      failure_code: text(`coalesce(failure_code, '')`),
      active: flag('activated_at IS NOT NULL'),
      activated_at: time('activated_at'),
      verified: flag('verified_at IS NOT NULL'),
      verified_at: time('verified_at'),
      bank_last_digits: text(`right(bank_account ->> 'number', 4)`),
    },
    of: RECIPIENT,
  },
  refund: {
    table: 'refund',
    words: { vector: vectorOf(VALUES), indexed: HAS_VALUES },
    filters: {
      amount: amountOfRow,
      created,
      status: text(`'closed'`),
      voided: flag('voided'),
      charge_id: text('charge_id'),
      card_first_digits: ofCharge('refund', ofCard('first_digits')),
      card_last_digits: ofCharge('refund', ofCard('last_digits')),
    },
    of: REFUND,
  },
  transaction: {
    table: 'transaction',
    filters: {
      amount: amountOfRow,
      created,
      currency,
      hold_until: time('transferable_at'),
      kind: text('key', transactionKeyOf),
    },
    of: TRANSACTION,
  },
  transfer: {
    table: 'transfer',
    only: 'NOT deleted',
    words: { vector: vectorOf(VALUES), indexed: HAS_VALUES, failures: byCode(TRANSFER_FAILURES) },
    filters: {
      amount: amountOfRow,
      created,
      currency,
      fee: amount('fee'),
      paid: flag('paid_at IS NOT NULL'),
      paid_at: time('paid_at'),
      sent: flag('sent_at IS NOT NULL'),
      sent_at: time('sent_at'),
    },
    of: TRANSFER,
  },
  transfer_schedule: {
    table: 'schedule',
    only: `kind = 'transfer'`,
    filters: OF_SCHEDULES,
    of: SCHEDULE,
  },
};
