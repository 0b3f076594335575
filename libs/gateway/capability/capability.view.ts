import { chargeLimits, smallestInstallment, transferLimits, type AmountRange } from '#domain/account-limits.js';
import { banksOf } from '#domain/capability/banks.js';
import { CARD_BRANDS, cardCurrencies } from '#domain/cards/card-terms.js';
import { paymentMethodsOf } from '#domain/payment-methods/registry.js';
import type { Account } from '../accounts/account.js';

/** Ways to make a token of a card other than to type it (docs/fidelity.md Q6). */
const TOKENIZATION_METHODS = ['googlepay'];

/** What the account can be paid with, keys in the recorded order (docs/fidelity.md Q1). */
export function capabilityView({ country, currency, zeroInterestInstallments }: Account): Record<string, unknown> {
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
      ...paymentMethodsOf(country).map(({ type, limits, installmentTerms: terms }) => methodView(type, Object.keys(limits), { terms })),
    ],
    country,
    tokenization_methods: TOKENIZATION_METHODS,
    zero_interest_installments: zeroInterestInstallments,
  };
}

function maxFirst({ min, max }: AmountRange): AmountRange {
  return { max, min };
}

interface MethodFacts {
  readonly brands?: readonly string[];
  readonly terms?: readonly number[] | null;
}

function methodView(name: string, currencies: readonly string[], { brands, terms }: MethodFacts): Record<string, unknown> {
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
