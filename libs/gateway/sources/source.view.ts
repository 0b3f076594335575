import type { Charge, ChargeStatus } from '#domain/charges/charge.js';
import { BILLER_TAX_ID } from '#domain/codes/bill-code.js';
import type { Flow, References } from '#domain/payment-methods/payment-method.js';
import { paymentMethodOf } from '#domain/payment-methods/registry.js';
import { ADDRESS_FIELDS, ITEM_FIELDS } from '#domain/sources/source-details.js';
import type { Source } from '#domain/sources/source.js';
import { isoSeconds } from '#domain/time.js';
import { codeDocumentView, downloadUri } from '../charges/code-document.view.js';

/** What a source shows of the charge that it serves. */
export type SourceCharge = Pick<Charge, 'id' | 'livemode' | 'status' | 'providerReferences' | 'documentId' | 'createdAt' | 'expiresAt'>;

export interface SourceView {
  object: 'source';
  id: string;
  livemode: boolean;
  location: string;
  flow: Flow;
  charge_status: ChargeStatus | 'unknown';
  [field: string]: unknown;
}

/**
 * The source object, keys in the recorded order. What follows the charge is read from it (docs/fidelity.md S1, S3).
 * `baseUrl` is the API's public address.
 */
export function sourceView(source: Source, charge: SourceCharge | null, baseUrl: string): SourceView {
  const { flow, references } = paymentMethodOf(source.type);
  const { details } = source;
  return {
    object: 'source',
    id: source.id,
    livemode: source.livemode,
    location: `/sources/${source.id}`,
    amount: source.amount,
    barcode: details.barcode,
    bank: details.bank,
    created_at: isoSeconds(source.createdAt),
    currency: source.currency,
    email: details.email,
    flow,
    installment_term: source.installmentTerm,
    ip: source.ip,
    absorption_type: source.zeroInterestInstallments === null ? null : source.zeroInterestInstallments ? 'merchant' : 'customer',
    name: details.name,
    mobile_number: details.phoneNumber,
    phone_number: details.phoneNumber,
    platform_type: source.platformType,
    scannable_code: charge && scannableCode(charge, references, baseUrl),
    qr_settings: null,
    billing: inOrder(ADDRESS_FIELDS, details.billing),
    shipping: inOrder(ADDRESS_FIELDS, details.shipping),
    items: details.items.map((item) => inOrder(ITEM_FIELDS, item)),
    references: charge && referencesView(charge, references, baseUrl),
    provider_references: charge && providerReferences(charge, references),
    store_id: details.storeId,
    store_name: details.storeName,
    terminal_id: details.terminalId,
    type: source.type,
    zero_interest_installments: source.zeroInterestInstallments,
    charge_status: charge?.status ?? 'unknown',
    receipt_amount: null,
    discounts: [],
    promotion_code: null,
  };
}

function scannableCode(charge: SourceCharge, references: References | null, baseUrl: string): object | null {
  if (charge.documentId === null || references === 'bill') return null;
  return { object: 'barcode', type: 'qr', image: codeDocumentView(charge, charge.documentId, baseUrl) };
}

/** What a bill or a till needs to know (docs/fidelity.md P11). */
function referencesView(charge: SourceCharge, references: References | null, baseUrl: string): object | null {
  if (references !== 'bill' && references !== 'terminal') return null;
  const [reference1 = null, reference2 = null] = charge.providerReferences;
  return {
    expires_at: isoSeconds(charge.expiresAt),
    device_id: null,
    customer_amount: null,
    customer_currency: null,
    customer_exchange_rate: null,
    omise_tax_id: references === 'bill' ? BILLER_TAX_ID : null,
    reference_number_1: reference1,
    reference_number_2: reference2,
    barcode: charge.documentId === null ? null : downloadUri(charge, charge.documentId, baseUrl),
    payment_code: null,
    va_code: null,
  };
}

function providerReferences(charge: SourceCharge, references: References | null): object | null {
  if (references !== 'provider') return null;
  const [reference1 = null, reference2 = null] = charge.providerReferences;
  return { reference_number_1: reference1, reference_number_2: reference2 };
}

/** The database gives an object's fields in an order of its own. */
function inOrder<Field extends string>(fields: readonly Field[], value: Readonly<Record<Field, unknown>> | null): object | null {
  return value && Object.fromEntries(fields.map((field) => [field, value[field]]));
}
