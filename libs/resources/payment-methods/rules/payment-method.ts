import type { ApiVersion } from '#kernel/api-versions/versions.js';
import type { Currency, FeeTerms } from '#kernel/money.js';
import type { AmountRange } from '../../account/rules/account-limits.js';
import type { Charge } from '../../charges/rules/charge.js';
import type { RequiredDetail } from './required-details.js';

/** The customer's way to the place of payment; `offline`: with a code or at a counter. */
export type Flow = 'redirect' | 'app_redirect' | 'offline';

/**
 * A payment method is data: the code asks these questions and never names a method.
 * Adding one is a file that answers them and a line in registry.ts.
 */
export interface PaymentMethod {
  /** The API's identifier: `type` of a source. */
  readonly type: string;
  /** Name for customers, the same in every language. */
  readonly title: string;
  /** Suffix of the title in the customer's language. */
  readonly titleKind: TitleKind;
  readonly flow: Flow;
  /** The provider whose page `authorize_uri` replaces, and the group on pages that offer methods. */
  readonly pageKind: PageKind;
  /** True if every charge has a page in `authorize_uri`, otherwise those with a `return_uri`. */
  readonly hasPage: boolean;
  /** The countries whose accounts have it in their capability, by two capital letters. */
  readonly countries: readonly string[];
  /** The first API version that can be paid with it (docs/fidelity.md V17). */
  readonly since: ApiVersion;
  /** `type` in the capability of 2017-11-02; `null` if it is the method's own (docs/fidelity.md V18). */
  readonly backendType: 'internet_banking' | 'offline' | null;
  /** The currencies it takes, and the smallest and largest charge in each one's smallest unit. */
  readonly limits: Readonly<Partial<Record<Currency, AmountRange>>>;
  /** Default payment period of a charge. */
  readonly expiresAfterMs: number;
  /** True if `return_uri` must be https. */
  readonly returnsToHttpsOnly: boolean;
  /** Parameters of a source that it cannot do without. */
  readonly required: readonly RequiredDetail[];
  /** In how many months the customer may pay; `null` when they pay at once. */
  readonly installmentTerms: readonly number[] | null;
  /** The same for a loan card, where that is offered. */
  readonly loanInstallmentTerms: readonly number[] | null;
  /** True if the merchant always pays the interest of installments. */
  readonly isInterestAbsorbed: boolean;
  /** True if a charge names the paying card beside the source. */
  readonly isPaidByCard: boolean;
  /** The banks that the customer chooses from with `bank`. */
  readonly banks: readonly Bank[];
  /** True if charges may be authorized first and captured later (`capture=false`). */
  readonly manualCapture: boolean;
  /** Refunds, counted from the day of payment; `null` if the method has none. */
  readonly refunds: { readonly partial: boolean; readonly withinDays: number } | null;
  /** True if a refund on the day of payment cancels the charge instead. */
  readonly voidable: boolean;
  /** Which references the charge has at the provider. */
  readonly references: References | null;
  /** The code that is scanned, for methods whose charges come with one. */
  readonly code: Code | null;
  /** The page starts the payment with a code to scan or the provider's app; null if it does neither. */
  readonly handOff: HandOff | null;
  readonly fees: FeeTerms;
}

/** Place of payment: a bank, an app, a code to scan, a counter. */
export type PageKind =
  | 'internet_banking'
  | 'mobile_banking'
  | 'wallet'
  | 'qr'
  | 'installments'
  | 'points'
  | 'counter';

/** `plain`: no suffix. `counters`: convenience stores and others, in addition to the named one. */
export type TitleKind = 'plain' | 'app' | 'installments' | 'card_installments' | 'points' | 'counters';

/**
 * `provider`: two numbers of the provider, in `provider_references`. `code`: one number there, and the buyer's
 * name. `bill`: two numbers and a code to take to a counter, in `references`. `terminal`: until when a till can
 * take the payment, in `references`.
 */
export type References = 'provider' | 'code' | 'bill' | 'terminal';

/** A bank that a customer can pay from. */
export interface Bank {
  readonly code: string;
  readonly name: string;
}

/** The content of a code, and its form: QR for phones, bars for counters. */
interface Code {
  readonly kind: 'qr' | 'barcode';
  readonly contentOf: (charge: CodedCharge) => string;
}

/** Parts of a charge that a code may contain. */
export type CodedCharge = Pick<Charge, 'amount' | 'providerReferences'>;

/** A code is for the app of one wallet, or for that of `any` bank or wallet. */
export type HandOff =
  | { readonly kind: 'qr'; readonly wallet: string }
  | { readonly kind: 'app'; readonly app: string };
