import type { ListView } from '#kernel/list.js';
import type { Currency } from '#kernel/money.js';
import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Account } from '#engine/accounts/account.js';
import type { Receipt } from './rules/receipt.js';

/** Fees of one day. Amounts are in the smallest unit of `currency`. */
export interface ReceiptView {
  object: 'receipt';
  /** @example "rcpt_60aaaaaaaaaaaaaaaf1" */
  id: string;
  livemode: boolean;
  /** @example "/receipts/rcpt_60aaaaaaaaaaaaaaaf1" */
  location: string;
  /** True if more was credited than charged. */
  credit_note: boolean;
  /**
   * Charge fees, including interest of installments.
   * @example 3650
   */
  charge_fee: number;
  /** @example 3650 */
  transaction_fee: number;
  /**
   * `charge_fee` plus `transfer_fee`, minus `voided_fee`.
   * @example 3650
   */
  subtotal: number;
  /** @example 0 */
  transfer_fee: number;
  /** @example 0 */
  voided_fee: number;
  /** @example 256 */
  vat: number;
  wht: 0;
  /**
   * `subtotal` plus `vat`.
   * @example 3906
   */
  total: number;
  company_address: '';
  company_name: 'Tollgate';
  /** @example "0999999999994" */
  company_tax_id: string | null;
  currency: Currency;
  customer_address: '';
  /** @example "merchant@shop.example" */
  customer_email: string;
  /** @example "Merchant" */
  customer_name: string;
  /** @example "Merchant" */
  customer_statement_name: string;
  customer_tax_id: '';
  /** @example "OMTH202601310001" */
  number: string;
  created_at: Timestamp;
  /**
   * Date in the time zone of the account's country.
   * @example "2026-01-31"
   */
  issued_on: string;
  adjustment_transaction: null;
}

/** Days with fees. */
export interface ReceiptListView extends Omit<ListView<ReceiptView>, 'object'> {
  object: 'list' | 'receipt_list';
}

/** An invented one, of 13 digits as in Thailand (docs/fidelity.md RE2). */
const COMPANY_TAX_ID = '0999999999994';

/** The receipt object, keys in the recorded order (docs/fidelity.md RE1). */
export function receiptView(receipt: Receipt, { country, email, name }: Account): ReceiptView {
  const { id, livemode, day, currency, place, chargeFee, transferFee, voidedFee, vat, createdAt } = receipt;
  const subtotal = chargeFee + transferFee - voidedFee;
  return {
    object: 'receipt',
    id,
    livemode,
    location: `/receipts/${id}`,
    credit_note: subtotal < 0,
    charge_fee: chargeFee,
    transaction_fee: chargeFee,
    subtotal,
    transfer_fee: transferFee,
    voided_fee: voidedFee,
    vat,
    wht: 0,
    total: subtotal + vat,
    company_address: '',
    company_name: 'Tollgate',
    company_tax_id: currency === 'THB' ? COMPANY_TAX_ID : null,
    currency,
    customer_address: '',
    customer_email: email,
    customer_name: name,
    customer_statement_name: name,
    customer_tax_id: '',
    number: `OM${country}${day.replaceAll('-', '')}${String(place).padStart(4, '0')}`,
    created_at: isoSeconds(createdAt),
    issued_on: day,
    adjustment_transaction: null,
  };
}
