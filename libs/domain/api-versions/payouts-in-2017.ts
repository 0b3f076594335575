import { isoSeconds, SECOND_MS } from '../time.js';
import { idOfKind, only, type Downgrade } from './downgrade.js';

const RECIPIENT = [
  ...['object', 'id', 'livemode', 'location', 'verified', 'active', 'name', 'email', 'description', 'type', 'tax_id', 'bank_account'],
  ...['failure_code', 'created', 'deleted'],
];
const TRANSFER = [
  ...['object', 'id', 'livemode', 'location', 'recipient', 'bank_account', 'sent', 'paid', 'amount', 'currency', 'fee', 'fail_fast'],
  ...['failure_code', 'failure_message', 'transaction', 'created', 'sent_at', 'paid_at', 'deleted'],
];
const RECEIPT = [
  ...['object', 'id', 'number', 'location', 'date', 'customer_name', 'customer_address', 'customer_tax_id', 'customer_email'],
  ...['customer_statement_name', 'company_name', 'company_address', 'company_tax_id', 'charge_fee', 'voided_fee', 'transfer_fee'],
  ...['subtotal', 'vat', 'wht', 'total', 'credit_note', 'currency'],
];

/** What was different of recipients, transfers and receipts in 2017-11-02 (docs/fidelity.md V12). */
export const PAYOUTS: readonly Downgrade[] = [
  {
    object: 'bank_account',
    change: 'The `brand` of a bank account is the code of its bank.',
    apply: (view) => ({ ...view, brand: view['bank_code'] }),
  },
  {
    object: 'bank_account',
    change: 'A bank account does not say its number, its kind, its branch and its mode.',
    apply: (view) => only(view, ['object', 'brand', 'last_digits', 'name', 'created']),
  },
  {
    object: 'recipient',
    change: 'A recipient does not say whether it is the default, when it was verified, and has no metadata.',
    apply: (view) => only(view, RECIPIENT),
  },
  {
    object: 'transfer',
    change: 'The `fee` of a transfer is with VAT, and it has one `transaction`, the id of the one that sent it.',
    apply: (view) => ({ ...view, fee: view['total_fee'], transaction: sentBy(view['transactions']) }),
  },
  {
    object: 'transfer',
    change: 'A transfer does not say what arrives, whether it can be sent, and has no metadata.',
    apply: (view) => only(view, TRANSFER),
  },
  {
    object: 'receipt',
    change: 'A receipt says in `date` the last second of its day.',
    apply: (view) => only({ ...view, date: secondBefore(view['created']) }, RECEIPT),
  },
];

function secondBefore(time: unknown): string {
  return isoSeconds(new Date(Date.parse(String(time)) - SECOND_MS));
}

function sentBy(transactions: unknown): unknown {
  return idOfKind(transactions, 'transfer.sent.debit');
}
