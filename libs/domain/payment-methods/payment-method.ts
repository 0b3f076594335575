import type { Currency, FeeTerms } from '../money.js';

/** How the customer gets to the place where they pay. */
export type Flow = 'redirect' | 'app_redirect' | 'offline';

/**
 * A payment method is data: the code asks these questions and never names a method.
 * Adding one is a file that answers them and a line in registry.ts.
 */
export interface PaymentMethod {
  /** The API's identifier: `type` of a source. */
  readonly type: string;
  /** What a customer calls it. */
  readonly title: string;
  readonly flow: Flow;
  /** The currencies it takes, and the smallest and largest charge in each one's smallest unit. */
  readonly limits: Readonly<Partial<Record<Currency, AmountRange>>>;
  /** How long a charge waits for the customer unless the merchant says otherwise. */
  readonly expiresAfterMs: number;
  /** Which addresses the customer may be sent back to. */
  readonly returnUriSchemes: readonly ('https:' | 'http:')[];
  /** Whether a charge may be authorized first and captured later (`capture=false`). */
  readonly manualCapture: boolean;
  /** Refunds it allows, counted from the day of payment; `null` when it has none. */
  readonly refunds: { readonly partial: boolean; readonly withinDays: number } | null;
  /** Whether a refund on the day of payment cancels the charge instead. */
  readonly voidable: boolean;
  /** Whether a charge carries two reference numbers of the provider. */
  readonly providerReferences: boolean;
  /** How the page hands the customer over: a code to scan, or the provider's app. */
  readonly handOff: HandOff;
  readonly fees: FeeTerms;
}

export interface AmountRange {
  readonly min: number;
  readonly max: number;
}

export type HandOff = { readonly kind: 'qr'; readonly wallet: string } | { readonly kind: 'app'; readonly app: string };

/** The fees of everything that is not a card (docs/fidelity.md M3). */
export const ALTERNATIVE_METHOD_FEES: FeeTerms = { feeFlat: '0.0', feeRate: '1.65', vatRate: '7.0' };
