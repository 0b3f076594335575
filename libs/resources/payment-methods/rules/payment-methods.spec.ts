import { parseCurrency } from '#kernel/money.js';
import { DAY_MS } from '#kernel/time.js';
import { NO_DETAILS } from '../../sources/rules/source-details.js';
import { boost } from './boost.js';
import { mobileBankingKbank } from './mobile-banking.js';
import { promptpay } from './promptpay.js';
import type { PaymentMethod } from './payment-method.js';
import {
  currenciesOf,
  findPaymentMethod,
  PAYMENT_METHODS,
  paymentMethodOf,
  paymentMethodsOf,
} from './registry.js';

const DECIMAL = /^\d+\.\d+$/;
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

describe('the registry of payment methods', () => {
  it('has unique types and titles', () => {
    expect(new Set(PAYMENT_METHODS.map(({ type }) => type)).size).toBe(PAYMENT_METHODS.length);
    expect(new Set(PAYMENT_METHODS.map(({ title, titleKind }) => `${titleKind} ${title}`)).size).toBe(
      PAYMENT_METHODS.length,
    );
  });

  it.each([['Boost'], ['boost '], [''], ['toString'], ['__proto__'], [undefined], [null], [['boost']]])(
    'does not contain %p',
    (type) => {
      expect(findPaymentMethod(type)).toBeUndefined();
    },
  );

  it('separates the methods of the specification from the others', () => {
    const specified = paymentMethodsOf('TH').map(({ type }) => type);
    const all = PAYMENT_METHODS.map(({ type }) => type);
    expect(specified).toHaveLength(25);
    expect(all.slice(0, specified.length)).toEqual(specified);
    expect(all.slice(specified.length)).toEqual(
      expect.arrayContaining(['alipay_cn', 'installment_wlb_ktc', 'econtext', 'wechat_pay']),
    );
    expect(paymentMethodsOf('JP')).toEqual([]);
  });

  it.each([
    ['grabpay', ['THB']],
    ['kakaopay', ['THB']],
    ['touch_n_go', ['THB']],
    ['dana', ['SGD']],
    ['gcash', ['SGD', 'MYR']],
  ])('has the recorded currencies of %s for an account in baht', (type, currencies) => {
    expect(currenciesOf(paymentMethodOf(type), 'THB')).toEqual(currencies);
  });

  it('throws for a stored source of unknown type', () => {
    expect(() => paymentMethodOf('carrier_pigeon')).toThrow('No payment method carrier_pigeon is registered');
  });
});

describe('every payment method', () => {
  /** The types of those that do not keep to it. */
  const except = (keepsTo: (method: PaymentMethod) => boolean): string[] =>
    PAYMENT_METHODS.filter((method) => !keepsTo(method)).map(({ type }) => type);

  it('is found by its type, which is a valid API identifier', () => {
    expect(except(({ type }) => /^[a-z0-9]+(_[a-z0-9]+)*$/.test(type))).toEqual([]);
    expect(
      except(
        (method) => findPaymentMethod(method.type) === method && paymentMethodOf(method.type) === method,
      ),
    ).toEqual([]);
  });

  it('has a title for the customer', () => {
    expect(except(({ title }) => title !== '' && title.trim() === title)).toEqual([]);
  });

  it('supports at least one known currency, from a minimum to a larger maximum', () => {
    expect(except(({ limits }) => Object.keys(limits).length > 0)).toEqual([]);
    expect(
      except(({ limits }) => Object.keys(limits).every((currency) => parseCurrency(currency) === currency)),
    ).toEqual([]);
    expect(
      except(({ limits }) =>
        Object.values(limits).every(({ min, max }) => isCount(min) && isCount(max) && min < max),
      ),
    ).toEqual([]);
  });

  it('waits for its customer for a whole number of milliseconds, at most a year', () => {
    expect(except(({ expiresAfterMs }) => isCount(expiresAfterMs) && expiresAfterMs <= 365 * DAY_MS)).toEqual(
      [],
    );
  });

  it('declares its flow and hand-off', () => {
    expect(except(({ flow }) => ['redirect', 'app_redirect', 'offline'].includes(flow))).toEqual([]);
    expect(
      except(
        ({ flow, handOff }) => flow !== 'app_redirect' || (handOff?.kind === 'app' && handOff.app !== ''),
      ),
    ).toEqual([]);
    expect(
      except(
        ({ flow, handOff }) =>
          flow !== 'redirect' || !handOff || (handOff.kind === 'qr' && handOff.wallet !== ''),
      ),
    ).toEqual([]);
    expect(except(({ flow, handOff }) => flow !== 'offline' || handOff === null)).toEqual([]);
  });

  it('belongs to a country', () => {
    expect(
      except(
        ({ countries }) => countries.length > 0 && countries.every((country) => /^[A-Z]{2}$/.test(country)),
      ),
    ).toEqual([]);
  });

  it('has unique installment terms in order', () => {
    const inOrder = (terms: readonly number[]): boolean =>
      terms.every((term, index) => isCount(term) && term > (terms[index - 1] ?? 1));
    expect(
      except(({ installmentTerms: terms }) => terms === null || (terms.length > 0 && inOrder(terms))),
    ).toEqual([]);
  });

  it('has a code or reference if it does not redirect', () => {
    const hasSomething = ({ code, references }: PaymentMethod): boolean =>
      code !== null || references === 'bill' || references === 'terminal';
    expect(except(({ flow, hasPage }) => flow === 'offline' || hasPage)).toEqual([]);
    expect(except((method) => hasSomething(method) === (method.flow === 'offline'))).toEqual([]);
    expect(except(({ code, references }) => (references === 'bill') === (code?.kind === 'barcode'))).toEqual(
      [],
    );
    expect(except(({ code, references }) => (references === 'code') === (code?.kind === 'qr'))).toEqual([]);
    expect(
      except(({ code }) => code?.contentOf({ amount: 123_405, providerReferences: ['1', '2'] }) !== ''),
    ).toEqual([]);
  });

  it('requires parameters of sources, and `bank` if it has banks', () => {
    const known = ['bank', 'barcode', 'email', 'items', 'name', 'phone_number', 'shipping'];
    expect(except(({ required }) => required.every(({ parameter }) => known.includes(parameter)))).toEqual(
      [],
    );
    expect(
      except(
        ({ required, banks }) => required.some(({ parameter }) => parameter === 'bank') === banks.length > 0,
      ),
    ).toEqual([]);
    expect(
      except(({ required }) => required.every(({ problem }) => typeof problem(NO_DETAILS) === 'string')),
    ).toEqual([]);
    expect(
      except(({ banks }) => banks.every(({ code, name }) => /^[a-z0-9]+$/.test(code) && name !== '')),
    ).toEqual([]);
  });

  it('declares capture, voids and refunds', () => {
    expect(
      except(({ manualCapture, voidable }) =>
        [manualCapture, voidable].every((answer) => typeof answer === 'boolean'),
      ),
    ).toEqual([]);
    expect(except(({ refunds }) => refunds === null || isCount(refunds.withinDays))).toEqual([]);
    expect(except(({ voidable, refunds }) => !voidable || refunds !== null)).toEqual([]);
  });

  it('has its fees as decimal text', () => {
    expect(
      except(({ fees: { feeFlat, feeRate, vatRate } }) =>
        [feeFlat, feeRate, vatRate].every((part) => DECIMAL.test(part)),
      ),
    ).toEqual([]);
    expect(except(({ fees }) => Number(fees.feeRate) < 100)).toEqual([]);
  });
});

it('PromptPay has its documented limits, and waits a day', () => {
  expect(promptpay).toMatchObject({
    limits: { THB: { min: 2000, max: 15_000_000 } },
    expiresAfterMs: 86_400_000,
  });
});

it('Boost and K PLUS have their documented properties', () => {
  expect(boost).toMatchObject({
    flow: 'redirect',
    limits: { MYR: { min: 100, max: 499_900 } },
    expiresAfterMs: 604_800_000,
    returnsToHttpsOnly: true,
    manualCapture: true,
    refunds: { partial: true, withinDays: 180 },
    references: null,
    fees: { feeFlat: '0.0', feeRate: '1.65', vatRate: '7.0' },
  });
  expect(mobileBankingKbank).toMatchObject({
    flow: 'app_redirect',
    limits: { THB: { min: 2000, max: 15_000_000 } },
    expiresAfterMs: 600_000,
    manualCapture: false,
    refunds: null,
    references: 'provider',
    fees: { feeFlat: '0.0', feeRate: '1.65', vatRate: '7.0' },
  });
});
