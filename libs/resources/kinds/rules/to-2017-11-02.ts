import {
  ANY,
  former,
  idOfKind,
  renamed,
  retyped,
  type Difference,
} from '#engine/versions/rules/difference.js';
import { paymentBackends } from './payment-backends.js';

const LOWER_CASE = 'in lower case';
const REASONS = new Map<unknown, string>([
  ['Merchandise/Services Not Received', 'Services not provided or Merchandise not received'],
]);

/** From 2019-05-29 to 2017-11-02 (docs/fidelity.md V12). */
export const TO_2017_11_02: readonly Difference[] = [
  ...renamed(ANY, { created_at: 'created' }),
  ...['currency', 'funding_currency', 'supported_currencies'].map((field) =>
    retyped(ANY, field, LOWER_CASE, inLowerCase),
  ),
  ...['card', 'customer', 'recipient', 'transfer'].map((kind) =>
    retyped(kind, 'deleted', 'only if true', (deleted) => deleted || undefined),
  ),
  retyped('card', 'location', 'only if the card is saved and not deleted', (location, { deleted }) =>
    deleted ? undefined : (location ?? undefined),
  ),
  ...renamed('source', { installment_term: 'installment_terms' }),
  retyped('source', 'references', 'with spaces in `expires_at`: `2026-01-31 09:14:45 UTC`', endingWithSpaces),
  former('document', 'kind', 'only of the picture of a code: `qr`', (_, { location }) =>
    isOfDispute(location) ? undefined : 'qr',
  ),
  ...renamed('charge', { refunded_amount: 'refunded' }),
  former('charge', 'reference', 'the id of the payment in `authorize_uri`', (_, view) =>
    paymentIn(view['authorize_uri']),
  ),
  ...renamed('transaction', { direction: 'type', origin: 'source', transferable_at: 'transferable' }),
  retyped(
    'dispute',
    'transactions',
    'the id of the one that started it',
    (all) => idOfKind(all, 'dispute.started.debit'),
    'transaction',
  ),
  retyped(
    'dispute',
    'reason_message',
    '`Services not provided or Merchandise not received` instead of `Merchandise/Services Not Received`',
    (message) => REASONS.get(message) ?? message,
  ),
  retyped('bank_account', 'brand', 'the code of the bank', (_, view) => view['bank_code']),
  ...renamed('bank_account', { type: 'account_type' }),
  retyped('transfer', 'fee', 'with VAT', (_, view) => view['total_fee']),
  retyped(
    'transfer',
    'transactions',
    'the id of the one that sent it',
    (all) => idOfKind(all, 'transfer.sent.debit'),
    'transaction',
  ),
  ...renamed('receipt', { issued_on: 'date' }),
  ...renamed('schedule', {
    start_on: 'start_date',
    end_on: 'end_date',
    next_occurrences_on: 'next_occurrence_dates',
  }),
  retyped('schedule', 'status', '`active` instead of `running`', (status) =>
    status === 'running' ? 'active' : status,
  ),
  retyped('scheduled_charge', 'card', 'null for the customer’s default card', (card, view) =>
    view['default_card'] === true ? null : card,
  ),
  ...renamed('occurrence', { scheduled_on: 'schedule_date', retry_on: 'retry_date' }),
  retyped('forex', 'base', LOWER_CASE, inLowerCase, 'from'),
  retyped('forex', 'quote', LOWER_CASE, inLowerCase, 'to'),
  ...renamed('balance', { transferable: 'available', reserve: 'reserve_amount' }),
  retyped('account', 'id', 'that of `team`', (_, view) => view['team']),
  former('account', 'is_payout_enabled', 'false', () => false),
  retyped(
    'capability',
    'payment_methods',
    'each an object with one name (V18)',
    (_, view) => paymentBackends(view),
    'payment_backends',
  ),
];

function inLowerCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLowerCase);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function endingWithSpaces(references: unknown): unknown {
  if (typeof references !== 'object' || references === null) return references;
  const end = String((references as Record<string, unknown>)['expires_at']);
  return { ...references, expires_at: end.replace('T', ' ').replace('Z', ' UTC') };
}

function isOfDispute(location: unknown): boolean {
  return String(location).startsWith('/disputes/');
}

function paymentIn(uri: unknown): string | null {
  return /\/payments\/([^/]+)\//.exec(String(uri))?.[1] ?? null;
}
