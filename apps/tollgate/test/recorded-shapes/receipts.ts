import { constant, except, flag, integer, nullable, object, text } from '../shapes.js';
import { currency, time } from './common.js';

const SUFFIX = '[0-9a-z]{19}';

export const receipt = object({
  object: constant('receipt'),
  id: text(new RegExp(`^rcpt_${SUFFIX}$`)),
  livemode: flag,
  location: text(new RegExp(`^/receipts/rcpt_${SUFFIX}$`)),
  credit_note: flag,
  charge_fee: integer,
  transaction_fee: integer,
  subtotal: integer,
  transfer_fee: integer,
  voided_fee: integer,
  vat: integer,
  wht: integer,
  total: integer,
  company_address: text(),
  company_name: text(/./),
  company_tax_id: except(nullable(text(/^\d{13}$/)), { null: 'these accounts are in Thailand (RE2)' }),
  currency,
  customer_address: text(),
  customer_email: text(/@/),
  customer_name: text(/./),
  customer_statement_name: text(/./),
  customer_tax_id: text(),
  number: text(/^OM[A-Z]{2}\d{12}$/),
  created_at: time,
  issued_on: text(/^\d{4}-\d\d-\d\d$/),
  adjustment_transaction: except(nullable(text()), { set: 'VAT is taken with each fee (RE2)' }),
});
