import type { Currency } from '#kernel/money.js';
import type { Account } from '#engine/accounts/account.js';
import {
  chargeLimits,
  smallestInstallment,
  transferLimits,
  type AmountRange,
} from '../account/rules/account-limits.js';
import {
  RECORDED_BRANDS,
  RECORDED_CURRENCIES,
  SPECIFIED_BRANDS,
  specifiedCardCurrencies,
} from '../cards/rules/card-terms.js';
import { DIRECT_DEBIT, DIRECT_DEBIT_TYPES } from '../linked-accounts/rules/direct-debit.js';
import type { PaymentMethod } from '../payment-methods/rules/payment-method.js';
import { currenciesOf, PAYMENT_METHODS, paymentMethodsOf } from '../payment-methods/rules/registry.js';
import { banksOf } from './rules/banks.js';

/** The payment methods, banks and limits of the account. */
export interface CapabilityView {
  object: 'capability';
  location: '/capability';
  /**
   * Codes of the banks that transfers can be sent to.
   * @example ["bbl", "kbank"]
   */
  banks: readonly string[];
  /** Minimum and maximum amounts, in the smallest unit of the account's currency. */
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
   * Two capital letters (ISO 3166).
   * @example "TH"
   */
  country: string;
  /** Wallets whose cards can be tokenized. */
  tokenization_methods: readonly ('googlepay' | 'applepay')[];
  zero_interest_installments: boolean;
}

interface LimitsView {
  /** @example 15000000 */
  max: number;
  /** @example 2000 */
  min: number;
}

/** A payment method: `card` or a source type. */
export interface PaymentMethodView {
  object: 'payment_method';
  /** @example "promptpay" */
  name: string;
  currencies: readonly Currency[];
  /** @example ["Visa", "MasterCard"] */
  card_brands: readonly string[] | null;
  /**
   * Accepted installment terms, in months.
   * @example [3, 4, 6]
   */
  installment_terms: readonly number[] | null;
  /** Accepted installment terms of loan cards, in months. */
  loan_installment_terms: readonly number[] | null;
  /** Banks that the customer can choose. */
  banks: BankView[];
  provider: null;
}

interface BankView {
  /** @example "uob" */
  code: string;
  /** @example "UOB" */
  name: string;
  active: boolean;
}

/**
 * The account's payment methods, as specified or recorded, with keys in the recorded order (docs/fidelity.md
 * Q1, Q8).
 */
export function capabilityView({
  country,
  currency,
  zeroInterestInstallments,
  fidelity,
}: Account): CapabilityView {
  return {
    object: 'capability',
    location: '/capability',
    banks: banksOf(country),
    limits: {
      charge_amount: maxFirst(chargeLimits(currency)),
      transfer_amount: maxFirst(transferLimits(currency)),
      installment_amount: { min: smallestInstallment(currency) },
    },
    payment_methods:
      fidelity === 'specified' ? specifiedMethods(country, currency) : recordedMethods(currency),
    country,
    tokenization_methods: fidelity === 'specified' ? ['googlepay'] : ['googlepay', 'applepay'],
    zero_interest_installments: zeroInterestInstallments,
  };
}

/** The names of the payment methods of the account. */
export function availableMethods(account: Account): string[] {
  return capabilityView(account).payment_methods.map(({ name }) => name);
}

function specifiedMethods(country: string, currency: Currency): PaymentMethodView[] {
  return [
    methodView({
      name: 'card',
      currencies: specifiedCardCurrencies(currency),
      card_brands: SPECIFIED_BRANDS,
    }),
    ...paymentMethodsOf(country).map((method) =>
      sourceTypeView(method, Object.keys(method.limits) as Currency[]),
    ),
  ];
}

function recordedMethods(currency: Currency): PaymentMethodView[] {
  return [
    methodView({ name: 'card', currencies: RECORDED_CURRENCIES, card_brands: RECORDED_BRANDS }),
    ...PAYMENT_METHODS.map((method) => sourceTypeView(method, currenciesOf(method, currency))),
    ...DIRECT_DEBIT_TYPES.map((name) =>
      methodView({ name, currencies: Object.keys(DIRECT_DEBIT.limits) as Currency[] }),
    ),
  ];
}

function maxFirst({ min, max }: AmountRange): LimitsView {
  return { max, min };
}

function sourceTypeView(
  { type, installmentTerms, loanInstallmentTerms, banks }: PaymentMethod,
  currencies: Currency[],
): PaymentMethodView {
  return methodView({
    name: type,
    currencies,
    installment_terms: installmentTerms,
    loan_installment_terms: loanInstallmentTerms,
    banks: banks.map(({ code, name }) => ({ code, name, active: true })),
  });
}

function methodView(
  facts: Pick<PaymentMethodView, 'name' | 'currencies'> & Partial<PaymentMethodView>,
): PaymentMethodView {
  return {
    object: 'payment_method',
    name: facts.name,
    currencies: facts.currencies,
    card_brands: facts.card_brands ?? null,
    installment_terms: facts.installment_terms ?? null,
    loan_installment_terms: facts.loan_installment_terms ?? null,
    banks: facts.banks ?? [],
    provider: null,
  };
}
