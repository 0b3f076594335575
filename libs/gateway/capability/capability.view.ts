import { chargeLimits, smallestInstallment, transferLimits, type AmountRange } from '#domain/account-limits.js';
import { banksOf } from '#domain/capability/banks.js';
import { CARD_BRANDS, cardCurrencies } from '#domain/cards/card-terms.js';
import type { Currency } from '#domain/money.js';
import { paymentMethodsOf } from '#domain/payment-methods/registry.js';
import type { Account } from '../accounts/account.js';

/** Ways to make a token of a card other than to type it (docs/fidelity.md Q6). */
const TOKENIZATION_METHODS = ['googlepay'] as const;

/** What the account can be paid with. */
export interface CapabilityView {
  object: 'capability';
  location: '/capability';
  /**
   * The banks that transfers can go to.
   * @example ["bbl", "kbank"]
   */
  banks: readonly string[];
  /** The smallest and largest amounts, in the smallest unit of the account's currency. */
  limits: {
    charge_amount: LimitsView;
    transfer_amount: LimitsView;
    installment_amount: {
      /** @example 200000 */
      min: number;
    };
  };
  payment_methods: PaymentMethodView[];
  /**
   * Two capital letters.
   * @example "TH"
   */
  country: string;
  tokenization_methods: readonly 'googlepay'[];
  zero_interest_installments: boolean;
}

export interface LimitsView {
  /** @example 15000000 */
  max: number;
  /** @example 2000 */
  min: number;
}

/** A way to pay: the card, or a type of source. */
export interface PaymentMethodView {
  object: 'payment_method';
  /** @example "promptpay" */
  name: string;
  currencies: readonly Currency[];
  /** @example ["Visa", "MasterCard"] */
  card_brands: readonly string[] | null;
  /**
   * In how many months a customer may pay.
   * @example [3, 4, 6]
   */
  installment_terms: readonly number[] | null;
  loan_installment_terms: null;
  banks: never[];
  provider: null;
}

/** What the account can be paid with, keys in the recorded order (docs/fidelity.md Q1). */
export function capabilityView({ country, currency, zeroInterestInstallments }: Account): CapabilityView {
  return {
    object: 'capability',
    location: '/capability',
    banks: banksOf(country),
    limits: {
      charge_amount: maxFirst(chargeLimits(currency)),
      transfer_amount: maxFirst(transferLimits(currency)),
      installment_amount: { min: smallestInstallment(currency) },
    },
    payment_methods: [
      methodView('card', cardCurrencies(currency), { brands: CARD_BRANDS }),
      ...paymentMethodsOf(country).map(({ type, limits, installmentTerms: terms }) =>
        methodView(type, Object.keys(limits) as Currency[], { terms }),
      ),
    ],
    country,
    tokenization_methods: TOKENIZATION_METHODS,
    zero_interest_installments: zeroInterestInstallments,
  };
}

function maxFirst({ min, max }: AmountRange): LimitsView {
  return { max, min };
}

interface MethodFacts {
  readonly brands?: readonly string[];
  readonly terms?: readonly number[] | null;
}

function methodView(name: string, currencies: readonly Currency[], { brands, terms }: MethodFacts): PaymentMethodView {
  return {
    object: 'payment_method',
    name,
    currencies,
    card_brands: brands ?? null,
    installment_terms: terms ?? null,
    loan_installment_terms: null,
    banks: [],
    provider: null,
  };
}
