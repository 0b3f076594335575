import { CURRENCY_CODES, type Currency } from '#kernel/money.js';
import type { PageKind, PaymentMethod } from '#resources/payment-methods/rules/payment-method.js';
import { findPaymentMethod, paymentMethodsOf } from '#resources/payment-methods/rules/registry.js';
import type { Step } from '../recipe.js';
import { endsOf, isPaid, type Situation } from '../situation.js';

const DEFAULT_AMOUNT = 100_000;
const KINDS: Readonly<Partial<Record<PageKind, string>>> = {
  qr: 'QR code',
  mobile_banking: 'mobile banking',
  internet_banking: 'internet banking',
  wallet: 'wallet',
  counter: 'bill at a counter',
};

const CARD: Situation = {
  name: 'paid-by-card',
  group: 'Payment methods',
  title: 'Paid by card',
  steps: [{ scenario: 'paid-by-card' }],
  met: (history) => endsOf(history, (charge) => isPaid(charge) && charge.method === 'card'),
};

const SECOND_CURRENCY: Situation = {
  name: 'second-currency',
  group: 'Payment methods',
  title: 'Paid in a currency other than that of the account',
  steps: [{ scenario: 'paid-by-card', with: { currency: 'USD' } }],
  met: (history) =>
    endsOf(history, (charge) => isPaid(charge) && charge.currency !== charge.funding_currency),
};

/** The ways to pay in a country, and a second currency. */
export function paymentSituations(country: string): Situation[] {
  const kinds = Object.entries(KINDS) as [PageKind, string][];
  const others = kinds.flatMap(([kind, name]): Situation[] => {
    const method = paymentMethodsOf(country).find((one) => one.pageKind === kind && isSimple(one));
    if (!method) return [];
    return [
      {
        name: `paid-by-${kind.replaceAll('_', '-')}`,
        group: 'Payment methods',
        title: `Paid by ${name}`,
        steps: [paying(method)],
        met: (history) =>
          endsOf(history, (charge) => isPaid(charge) && findPaymentMethod(charge.method)?.pageKind === kind),
      },
    ];
  });
  return [CARD, ...others, SECOND_CURRENCY];
}

/** True for a method whose source needs nothing but its type. */
function isSimple({ required, installmentTerms, isPaidByCard, banks }: PaymentMethod): boolean {
  return required.length === 0 && installmentTerms === null && !isPaidByCard && banks.length === 0;
}

function paying({ type, limits }: PaymentMethod): Step {
  const currency = CURRENCY_CODES.find((one) => limits[one]);
  const range = currency && limits[currency];
  const amount = range && Math.min(Math.max(DEFAULT_AMOUNT, range.min), range.max);
  return {
    scenario: 'paid',
    with: {
      source_type: type,
      ...(currency !== undefined && currency !== ('THB' satisfies Currency) && { currency }),
      ...(amount !== undefined && amount !== DEFAULT_AMOUNT && { amount }),
    },
  };
}
