import type { FailureCode } from '#kernel/failures.js';
import type { ChargePhase } from '#resources/charges/rules/charge.js';
import type { LinkedAccountStatus } from '#resources/linked-accounts/rules/linked-account.js';
import type { AskedField, MethodGroup } from '#resources/payment-methods/rules/offered-methods.js';
import type { Address } from '#resources/sources/rules/source-details.js';
import type { SessionPhase } from '#resources/checkout/rules/checkout-session.js';
import type { LinkPhase } from '#resources/links/rules/link.js';
import type { PageKind, TitleKind } from '#resources/payment-methods/rules/payment-method.js';

/**
 * The languages of the pages, as `Accept-Language`, `Content-Language` and `lang` name them (docs/fidelity.md
 * G10).
 */
export type Language = 'en' | 'th' | 'ja' | 'ms';

/** Whose page one stands in for: that of a method's provider, or of a card's issuer. */
export type LookKind = PageKind | 'card';

/** The heading and the text of a page that only informs. */
export interface Notice {
  readonly title: string;
  readonly note: string;
}

/**
 * Everything that the pages of customers say in one language. Names of shops, banks, apps and cards are
 * nobody's to translate.
 */
export interface Texts {
  readonly language: Language;
  readonly testMode: string;
  readonly liveMode: string;
  /** The notice below every page that it is emulated. */
  readonly emulated: string;
  /** Before the time left, and before the time of expiry. */
  readonly timeLeft: string;
  readonly expires: string;
  readonly refuse: string;
  readonly returnTo: (merchant: string) => string;
  readonly controls: ControlTexts;
  readonly failures: Readonly<Record<FailureCode, string>>;
  readonly errors: ErrorTexts;
  readonly payment: PaymentTexts;
  readonly registration: RegistrationTexts;
  readonly paying: PayingTexts;
  readonly link: LinkTexts;
  readonly checkout: CheckoutTexts;
  readonly shop: ShopTexts;
}

interface ControlTexts {
  readonly title: string;
  readonly approve: string;
  /** Before the failure codes. */
  readonly declineAs: string;
  readonly expire: string;
  readonly openInConsole: string;
  /** Of a page that reloads itself without scripts. */
  readonly stopReloads: string;
}

export interface ErrorTexts {
  readonly refused: Notice;
  readonly missing: Notice;
  readonly unavailable: Notice;
  readonly broken: Notice;
}

/** The page of a demo shop. */
interface ShopTexts {
  readonly purpose: string;
  /** Without a number where `order` is empty. */
  readonly title: (order: string) => string;
  readonly note: string;
}

/** The page behind `authorize_uri`. */
export interface PaymentTexts {
  /** The purpose of the page, in its first line. */
  readonly purpose: string;
  readonly title: (merchant: string) => string;
  readonly method: string;
  readonly card: string;
  /** In the header of an issuer's page. */
  readonly verify: string;
  readonly plan: (months: string, each: string) => string;
  readonly lastInstalment: (amount: string) => string;
  readonly interest: string;
  /** Who pays the interest of installments. */
  readonly interestOf: { readonly merchant: string; readonly customer: string };
  /** Before the id that the customer keeps. */
  readonly receipt: string;
  readonly description: string;
  readonly reference: (number: number) => string;
  readonly charge: string;
  readonly pay: string;
  readonly payAmount: (amount: string) => string;
  /** The customer's name for a payment method. */
  readonly methods: Readonly<Record<TitleKind, (name: string) => string>>;
  /** Before the merchant, where a page looks like that of the method's kind. */
  readonly payee: string;
  /** The name of a page in the look of its method's kind. */
  readonly kinds: Readonly<Record<LookKind, string>>;
  readonly qrCode: string;
  readonly scanWith: (wallet: string) => string;
  readonly scanWithAny: string;
  readonly continueIn: (app: string) => string;
  readonly appWouldOpen: (app: string) => string;
  /** `card` is its brand and last digits; `bank` is empty where it is not known. */
  readonly issuerWouldAsk: (card: string, bank: string) => string;
  readonly challenge: ChallengeTexts;
  readonly missing: Notice;
  readonly outcomes: Readonly<Record<Exclude<ChargePhase, 'awaiting_customer'>, Notice>>;
}

/** The 3-D Secure page with a one-time password. */
export interface ChallengeTexts {
  /** `card` is its brand and last digits; `bank` is empty where it is not known. */
  readonly passwordSent: (card: string, bank: string) => string;
  readonly password: string;
  readonly confirm: string;
  readonly sendNew: string;
  readonly sent: string;
  readonly cancel: string;
  readonly wrong: string;
  readonly missing: string;
  readonly attemptsLeft: (count: number) => string;
  /** Which passwords there are. */
  readonly hint: (accepted: string, refused: string) => string;
}

/** The page behind `registration_uri`. */
interface RegistrationTexts {
  /** The purpose of the page, in its first line. */
  readonly purpose: string;
  readonly title: (merchant: string) => string;
  readonly bank: string;
  readonly account: string;
  readonly linkedAccount: string;
  readonly register: string;
  readonly continueAt: (bank: string) => string;
  readonly bankWouldAsk: (bank: string, merchant: string) => string;
  readonly missing: Notice;
  readonly outcomes: Readonly<Record<Exclude<LinkedAccountStatus, 'pending'>, Notice>>;
}

/** Of forms to pay with, and of a payment that waits: what is on every page that offers ways to pay. */
interface PayingTexts {
  readonly card: string;
  readonly cardNumber: string;
  readonly nameOnCard: string;
  readonly expiry: string;
  /** Messages about empty fields of the card form, and about a wrong expiry. */
  readonly cardMissing: Readonly<Record<'number' | 'expiry' | 'code' | 'name', string>>;
  /** Messages about any other field. */
  readonly missing: string;
  readonly invalid: string;
  readonly chooseMethod: string;
  readonly moreMethods: string;
  readonly payAnotherWay: string;
  readonly backTo: (method: string) => string;
  readonly testCard: string;
  readonly chooseTestCard: string;
  readonly securityCode: string;
  /** Shown without scripts: a card number may be sent to the vault only. */
  readonly needsScript: string;
  readonly cardRefused: string;
  readonly cardNotSent: string;
  readonly otherMethods: string;
  readonly groups: Readonly<Record<MethodGroup, string>>;
  /** Labels of the fields of a payment method, by the parameter of its source. */
  readonly fields: Readonly<Record<AskedField, string>>;
  /** Labels of the parts of a shipping address. */
  readonly address: Readonly<Record<keyof Address, string>>;
  readonly months: (count: number) => string;
  readonly refused: string;
  readonly waiting: WaitingTexts;
  readonly code: string;
  readonly continue: string;
}

/** A payment that waits: what to do with its code, or `elsewhere` if it has its own page. */
interface WaitingTexts {
  readonly title: string;
  readonly scan: string;
  /** Of a barcode, which has reference numbers. */
  readonly showOrTell: string;
  readonly elsewhere: string;
  readonly updates: string;
}

/** The page behind a link's `payment_uri`. */
interface LinkTexts {
  readonly missing: Notice;
  readonly over: Readonly<Record<Exclude<LinkPhase, 'open'>, Notice>>;
}

/** The page behind a checkout session's `redirect_url`. */
interface CheckoutTexts {
  readonly order: string;
  readonly cancel: string;
  readonly missing: Notice;
  readonly over: Readonly<Record<Exclude<SessionPhase, 'open' | 'paid'>, Notice>>;
}
