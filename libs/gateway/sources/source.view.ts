import type { Charge, ChargeStatus } from '#domain/charges/charge.js';
import type { Flow } from '#domain/payment-methods/payment-method.js';
import { paymentMethodOf } from '#domain/payment-methods/registry.js';
import type { Source } from '#domain/sources/source.js';
import { isoSeconds } from '#domain/time.js';

/** What a source shows of the charge that it serves. */
export type SourceCharge = Pick<Charge, 'status' | 'providerReferences'>;

export interface SourceView {
  object: 'source';
  id: string;
  livemode: boolean;
  location: string;
  flow: Flow;
  charge_status: ChargeStatus | 'unknown';
  [field: string]: unknown;
}

/** The source object, keys in the recorded order. What follows the charge is read from it (docs/fidelity.md S1, S3). */
export function sourceView(source: Source, charge: SourceCharge | null): SourceView {
  const [reference1 = null, reference2 = null] = charge?.providerReferences ?? [];
  return {
    object: 'source',
    id: source.id,
    livemode: source.livemode,
    location: `/sources/${source.id}`,
    amount: source.amount,
    barcode: null,
    bank: null,
    created_at: isoSeconds(source.createdAt),
    currency: source.currency,
    email: null,
    flow: paymentMethodOf(source.type).flow,
    installment_term: null,
    ip: source.ip,
    absorption_type: null,
    name: null,
    mobile_number: null,
    phone_number: null,
    platform_type: source.platformType,
    scannable_code: null,
    qr_settings: null,
    billing: null,
    shipping: null,
    items: [],
    references: null,
    provider_references: reference1 === null ? null : { reference_number_1: reference1, reference_number_2: reference2 },
    store_id: null,
    store_name: null,
    terminal_id: null,
    type: source.type,
    zero_interest_installments: null,
    charge_status: charge?.status ?? 'unknown',
    receipt_amount: null,
    discounts: [],
    promotion_code: null,
  };
}
