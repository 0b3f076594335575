import type { Currency } from '#kernel/money.js';
import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Charge, ChargeStatus } from '../charges/rules/charge.js';
import { BILLER_TAX_ID } from '../payment-methods/rules/codes/bill-code.js';
import type { Flow, References } from '../payment-methods/rules/payment-method.js';
import { paymentMethodOf } from '../payment-methods/rules/registry.js';
import { codeDocumentView, downloadUri, type CodeDocumentView } from '../charges/code-document.view.js';
import { ADDRESS_FIELDS, ITEM_FIELDS, type Address, type Item } from './rules/source-details.js';
import type { PlatformType } from './rules/source.rules.js';
import type { Source } from './rules/source.js';

export type SourceCharge = Pick<
  Charge,
  'id' | 'livemode' | 'status' | 'providerReferences' | 'documentId' | 'createdAt' | 'expiresAt'
>;

/** A payment method other than a card. One charge can use it. */
export interface SourceView {
  object: 'source';
  /** @example "src_test_60aaaaaaaaaaaaaaaa6" */
  id: string;
  livemode: boolean;
  /** @example "/sources/src_test_60aaaaaaaaaaaaaaaa6" */
  location: string;
  /**
   * In the smallest unit of `currency`.
   * @example 100000
   */
  amount: number;
  /** @example "286012345678901234" */
  barcode: string | null;
  /** @example "ocbc" */
  bank: string | null;
  created_at: Timestamp;
  currency: Currency;
  /** @example "somchai@shop.example" */
  email: string | null;
  /** The customer's way to the payment page. */
  flow: Flow;
  /**
   * Installment term, in months.
   * @example 6
   */
  installment_term: number | null;
  /** @example "192.0.2.1" */
  ip: string | null;
  /** The payer of the installment interest. */
  absorption_type: 'merchant' | 'customer' | null;
  /** @example "Somchai Prasert" */
  name: string | null;
  /** @example "0812345678" */
  mobile_number: string | null;
  /** @example "0812345678" */
  phone_number: string | null;
  platform_type: PlatformType | null;
  /** Code that the customer scans. Null until the source is charged. */
  scannable_code: ScannableCodeView | null;
  qr_settings: null;
  billing: Address | null;
  shipping: Address | null;
  items: Item[];
  /** Reference numbers for bill payment or a till. Null until the source is charged. */
  references: ReferencesView | null;
  /** Reference numbers of the provider. Null until the source is charged. */
  provider_references: ProviderReferencesView | CodeReferencesView | null;
  /** @example "store_1" */
  store_id: string | null;
  /** @example "Main branch" */
  store_name: string | null;
  /** @example "till_1" */
  terminal_id: string | null;
  /**
   * Payment method, as in the capability.
   * @example "promptpay"
   */
  type: string;
  zero_interest_installments: boolean | null;
  /** Status of the charge. */
  charge_status: ChargeStatus | 'unknown';
  receipt_amount: null;
  discounts: never[];
  promotion_code: null;
  /** @later */
  supplier_id: null;
}

/** A code that the customer scans with a phone. */
interface ScannableCodeView {
  object: 'barcode';
  type: 'qr';
  image: CodeDocumentView;
  raw_data: null;
}

/** Reference numbers for bill payment or a till (docs/fidelity.md P11). */
interface ReferencesView {
  expires_at: Timestamp;
  device_id: null;
  customer_amount: null;
  customer_currency: null;
  customer_exchange_rate: null;
  /** @example "0105556091152" */
  omise_tax_id: string | null;
  /** @example "068263727885787840" */
  reference_number_1: string | null;
  /** @example "060028266962275319" */
  reference_number_2: string | null;
  /**
   * URL of the barcode image. No key is required.
   * @example "http://127.0.0.1:7400/charges/chrg_test_60aaaaaaaaaaaaaaaa7/documents/docu_test_60aaaaaaaaaaaaaaaa8/downloads/7C7C5D0B1E2F3A4B"
   */
  barcode: string | null;
  payment_code: null;
  va_code: null;
}

interface ProviderReferencesView {
  /** @example "201007125539" */
  reference_number_1: string | null;
  /** @example "201007125540" */
  reference_number_2: string | null;
}

/** The reference number of a scannable code (docs/fidelity.md P3). */
interface CodeReferencesView {
  /** @example "7080191788100970718" */
  reference_number_1: string | null;
  reference_number_2: null;
  buyer_name: null;
}

/**
 * The source object, keys in the recorded order. `charge` determines the codes, references and status
 * (docs/fidelity.md S1, S3). `baseUrl` is the API's public address.
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
    absorption_type:
      source.zeroInterestInstallments === null
        ? null
        : source.zeroInterestInstallments
          ? 'merchant'
          : 'customer',
    name: details.name,
    mobile_number: details.phoneNumber,
    phone_number: details.phoneNumber,
    platform_type: source.platformType,
    scannable_code: charge && scannableCode(charge, references, baseUrl),
    qr_settings: null,
    billing: details.billing && inOrder(ADDRESS_FIELDS, details.billing),
    shipping: details.shipping && inOrder(ADDRESS_FIELDS, details.shipping),
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
    supplier_id: null,
  };
}

function scannableCode(
  charge: SourceCharge,
  references: References | null,
  baseUrl: string,
): ScannableCodeView | null {
  if (charge.documentId === null || references === 'bill') return null;
  const image = codeDocumentView(charge, { id: charge.documentId, kind: 'qr' }, baseUrl);
  return { object: 'barcode', type: 'qr', image, raw_data: null };
}

function referencesView(
  charge: SourceCharge,
  references: References | null,
  baseUrl: string,
): ReferencesView | null {
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

function providerReferences(
  charge: SourceCharge,
  references: References | null,
): ProviderReferencesView | CodeReferencesView | null {
  const [reference1 = null, reference2 = null] = charge.providerReferences;
  if (references === 'code')
    return { reference_number_1: reference1, reference_number_2: null, buyer_name: null };
  return references === 'provider'
    ? { reference_number_1: reference1, reference_number_2: reference2 }
    : null;
}

/** PostgreSQL does not preserve the order of an object's fields. */
function inOrder<T extends object>(fields: readonly (keyof T & string)[], value: T): T {
  return Object.fromEntries(fields.map((field) => [field, value[field]])) as T;
}
