import type { AmountRange } from '../account-limits.js';
import type { ApiVersion } from '../api-versions/versions.js';
import type { Charge } from '../charges/charge.js';
import type { Currency, FeeTerms } from '../money.js';
import type { RequiredDetail } from './required-details.js';

/** How the customer gets to the place where they pay; `offline` is one that no address leads to. */
export type Flow = 'redirect' | 'app_redirect' | 'offline';

/**
 * A payment method is data: the code asks these questions and never names a method.
 * Adding one is a file that answers them and a line in registry.ts.
 */
export interface PaymentMethod {
  /** The API's identifier: `type` of a source. */
  readonly type: string;
  /** What a customer calls it: a name that is the same in every language. */
  readonly title: string;
  /** What it is beside that, in the customer's own language. */
  readonly titleKind: TitleKind;
  readonly flow: Flow;
  /** Whose page `authorize_uri` stands in for, and beside which methods a page offers it. */
  readonly pageKind: PageKind;
  /** Whether its charges have a page, in `authorize_uri`. */
  readonly hasPage: boolean;
  /** The countries whose accounts have it in their capability, by two capital letters. */
  readonly countries: readonly string[];
  /** The first API version that can be paid with it (docs/fidelity.md V17). */
  readonly since: ApiVersion;
  /** What the capability of 2017-11-02 calls its type; `null` where that is its own name (docs/fidelity.md V18). */
  readonly backendType: 'internet_banking' | 'offline' | null;
  /** The currencies it takes, and the smallest and largest charge in each one's smallest unit. */
  readonly limits: Readonly<Partial<Record<Currency, AmountRange>>>;
  /** How long a charge waits for the customer unless the merchant says otherwise. */
  readonly expiresAfterMs: number;
  /** Whether the customer can be sent back to an https address only. */
  readonly returnsToHttpsOnly: boolean;
  /** Parameters of a source that it cannot do without. */
  readonly required: readonly RequiredDetail[];
  /** In how many months the customer may pay; `null` when they pay at once. */
  readonly installmentTerms: readonly number[] | null;
  /** The same for a loan card, where that is offered. */
  readonly loanInstallmentTerms: readonly number[] | null;
  /** Whether the merchant pays the interest of installments whatever was said. */
  readonly isInterestAbsorbed: boolean;
  /** Whether a charge names a card beside the source: the card that pays. */
  readonly isPaidByCard: boolean;
  /** The banks that the customer chooses from with `bank`. */
  readonly banks: readonly Bank[];
  /** Whether a charge may be authorized first and captured later (`capture=false`). */
  readonly manualCapture: boolean;
  /** Refunds it allows, counted from the day of payment; `null` when it has none. */
  readonly refunds: { readonly partial: boolean; readonly withinDays: number } | null;
  /** Whether a refund on the day of payment cancels the charge instead. */
  readonly voidable: boolean;
  /** What others know the payment by. */
  readonly references: References | null;
  /** The code that is scanned, for methods whose charges come with one. */
  readonly code: Code | null;
  /** How the page hands the customer over: a code to scan, the provider's app, or not at all. */
  readonly handOff: HandOff | null;
  readonly fees: FeeTerms;
}

/** Where its customers pay: at a bank, in an app, by scanning a code, or at a counter. */
export type PageKind = 'internet_banking' | 'mobile_banking' | 'wallet' | 'qr' | 'installments' | 'points' | 'counter';

/** `plain`: the name says it all. `counters`: convenience stores and more, beside what is named. */
export type TitleKind = 'plain' | 'app' | 'installments' | 'card_installments' | 'points' | 'counters';

/**
 * `provider`: two numbers of the provider, in `provider_references`. `bill`: two numbers and a code to take to a counter, in
 * `references`. `terminal`: until when a till can take the payment, in `references`.
 */
export type References = 'provider' | 'bill' | 'terminal';

/** A bank that a customer can pay from. */
export interface Bank {
  readonly code: string;
  readonly name: string;
}

/** What a code says, and how it is drawn: for a phone, or in bars for a counter. */
interface Code {
  readonly kind: 'qr' | 'barcode';
  readonly contentOf: (charge: CodedCharge) => string;
}

/** What a code may tell of its charge. */
type CodedCharge = Pick<Charge, 'amount' | 'providerReferences'>;

/** A code is for the app of one wallet, or for that of `any` bank or wallet. */
export type HandOff = { readonly kind: 'qr'; readonly wallet: string } | { readonly kind: 'app'; readonly app: string };
