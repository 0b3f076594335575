import { exchange, type Currency } from '#kernel/money.js';
import type { Account } from '#engine/accounts/account.js';
import { exampleAccount } from '#engine/accounts/test/example-account.js';
import { cardChargeProblems } from '../charges/rules/charge.rules.js';
import { DIRECT_DEBIT, DIRECT_DEBIT_TYPES } from '../linked-accounts/rules/direct-debit.js';
import { PAYMENT_METHODS, paymentMethodOf, paymentMethodsOf } from '../payment-methods/rules/registry.js';
import { checkSourceRequest } from '../sources/rules/source.rules.js';
import { sourceOf } from '../test/source-of.js';
import { capabilityView, type PaymentMethodView } from './capability.view.js';

const NOW = new Date('2026-01-31T08:00:00Z');
const COUNTRIES: [string, Currency][] = [
  ['TH', 'THB'],
  ['MY', 'MYR'],
  ['SG', 'SGD'],
  ['JP', 'JPY'],
];
const ACCOUNTS = COUNTRIES.flatMap(([country, currency]) =>
  (['specified', 'recorded'] as const).map((fidelity): [string, string, Account] => [
    country,
    fidelity,
    { ...exampleAccount, country, currency, fidelity },
  ]),
);

const methodsOf = (account: Account): PaymentMethodView[] => capabilityView(account).payment_methods;
const isSource = ({ name }: PaymentMethodView): boolean =>
  name !== 'card' && !name.startsWith('direct_debit_');

describe.each(ACCOUNTS)('the capability of an account in %s, as %s', (country, fidelity, account) => {
  const listed = methodsOf(account);

  it('names the card, and each method of the country or of all recordings once', () => {
    const sources = fidelity === 'specified' ? paymentMethodsOf(country) : PAYMENT_METHODS;
    const linked = fidelity === 'specified' ? [] : DIRECT_DEBIT_TYPES;
    expect(listed.map(({ name }) => name)).toEqual(['card', ...sources.map(({ type }) => type), ...linked]);
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
  });

  it('lists the currencies and limits of each payment method', () => {
    const currenciesOf = (limits: object): string[] =>
      fidelity === 'recorded' && account.currency in limits ? [account.currency] : Object.keys(limits);
    expect(listed.filter(isSource)).toMatchObject(
      listed.filter(isSource).map(({ name }) => {
        const { limits, installmentTerms, loanInstallmentTerms, banks } = paymentMethodOf(name);
        const terms = { installment_terms: installmentTerms, loan_installment_terms: loanInstallmentTerms };
        return {
          currencies: currenciesOf(limits),
          ...terms,
          banks: banks.map((bank) => ({ ...bank, active: true })),
        };
      }),
    );
  });

  it('names no source with a currency in which that source is rejected', () => {
    const refused = listed.filter(isSource).flatMap(({ name, currencies }) =>
      currencies.flatMap((currency) => {
        const method = paymentMethodOf(name);
        const { min, max } = method.limits[currency] ?? {};
        const problemsOf = (amount: unknown): string[] => {
          const checked = checkSourceRequest({ ...sourceOf(method), amount, currency }, account);
          return 'problems' in checked ? checked.problems : [];
        };
        return [...problemsOf(min), ...problemsOf(max)].map(
          (problem) => `${name} in ${currency}: ${problem}`,
        );
      }),
    );
    expect(refused).toEqual([]);
  });

  it('names no currency in which a card charge is rejected', () => {
    const amountIn = (currency: Currency): number => exchange(500_000, 'THB', currency);
    const [card] = listed;
    expect(card?.currencies.length).toBeGreaterThan(10);
    const problems = card?.currencies.map((currency) =>
      cardChargeProblems({ amount: amountIn(currency), currency }, NOW),
    );
    expect(problems?.flat()).toEqual([]);
  });
});

it('the capability as recorded has linked accounts in their currency', () => {
  const linked = methodsOf({ ...exampleAccount, fidelity: 'recorded' }).filter(({ name }) =>
    name.startsWith('direct_debit_'),
  );
  expect(linked.map(({ currencies }) => currencies)).toEqual(
    DIRECT_DEBIT_TYPES.map(() => Object.keys(DIRECT_DEBIT.limits)),
  );
});
