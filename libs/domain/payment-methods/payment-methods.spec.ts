import { CURRENCY_CODES } from '../money.js';
import { DAY_MS } from '../time.js';
import { boost } from './boost.js';
import { mobileBankingKbank } from './mobile-banking-kbank.js';
import type { PaymentMethod } from './payment-method.js';
import { findPaymentMethod, PAYMENT_METHODS, paymentMethodOf, paymentMethodsOf } from './registry.js';

const DECIMAL = /^\d+\.\d+$/;

describe('the registry of payment methods', () => {
  it('has each type and each title once', () => {
    expect(new Set(PAYMENT_METHODS.map(({ type }) => type)).size).toBe(PAYMENT_METHODS.length);
    expect(new Set(PAYMENT_METHODS.map(({ title }) => title)).size).toBe(PAYMENT_METHODS.length);
  });

  it.each([['Boost'], ['boost '], [''], ['toString'], ['__proto__'], [undefined], [null], [['boost']]])('knows no %p', (type) => {
    expect(findPaymentMethod(type)).toBeUndefined();
  });

  it('is sure of the type of a stored source', () => {
    expect(() => paymentMethodOf('carrier_pigeon')).toThrow('No payment method carrier_pigeon is registered');
  });
});

/** What every payment method must keep to, whoever adds it. */
describe.each(PAYMENT_METHODS.map((method) => [method.type, method] as [string, PaymentMethod]))('%s', (type, method) => {
  it('is found by its type, in the letters that an API identifier has', () => {
    expect(type).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
    expect(findPaymentMethod(type)).toBe(method);
    expect(paymentMethodOf(type)).toBe(method);
  });

  it('has a title for the customer', () => {
    expect(method.title.trim()).toBe(method.title);
    expect(method.title).not.toBe('');
  });

  it('takes at least one known currency, from a smallest to a larger amount', () => {
    const limits = Object.entries(method.limits);
    expect(limits).not.toEqual([]);
    for (const [currency, { min, max }] of limits) {
      expect(CURRENCY_CODES).toContain(currency);
      expect([min, max].filter((limit) => !Number.isSafeInteger(limit))).toEqual([]);
      expect(min).toBeGreaterThan(0);
      expect(max).toBeGreaterThan(min);
    }
  });

  it('waits for its customer for a whole number of milliseconds, a year at most', () => {
    expect(Number.isSafeInteger(method.expiresAfterMs)).toBe(true);
    expect(method.expiresAfterMs).toBeGreaterThan(0);
    expect(method.expiresAfterMs).toBeLessThanOrEqual(365 * DAY_MS);
  });

  it('sends its customer back to https addresses at least', () => {
    expect(method.returnUriSchemes).toContain('https:');
    expect(['https:', 'http:']).toEqual(expect.arrayContaining([...method.returnUriSchemes]));
  });

  it('says how the customer gets to it and is handed over', () => {
    expect(['redirect', 'app_redirect', 'offline']).toContain(method.flow);
    const { handOff, flow } = method;
    if (flow === 'app_redirect') expect(handOff).toMatchObject({ kind: 'app', app: expect.stringMatching(/./) as string });
    if (flow === 'redirect' && handOff) expect(handOff).toMatchObject({ kind: 'qr', wallet: expect.stringMatching(/./) as string });
    if (flow === 'offline') expect(handOff).toBeNull();
  });

  it('is in the capability of some country', () => {
    expect(method.countries).not.toEqual([]);
    for (const country of method.countries) {
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(paymentMethodsOf(country)).toContain(method);
    }
  });

  it('has its installment terms in order, each once', () => {
    const terms = method.installmentTerms ?? [];
    expect(terms).toEqual([...new Set(terms)].sort((a, b) => a - b));
    expect(terms.filter((term) => !Number.isSafeInteger(term) || term < 2)).toEqual([]);
    if (method.installmentTerms) expect(terms).not.toEqual([]);
  });

  it('gives a customer who is not sent anywhere something to pay with', () => {
    const { flow, code, references } = method;
    expect(code !== null || references === 'bill' || references === 'terminal').toBe(flow === 'offline');
    if (references === 'bill') expect(code).not.toBeNull();
    expect(code?.({ amount: 123_405, providerReferences: ['1', '2'] })).not.toBe('');
  });

  it('answers for capture, voids and refunds', () => {
    const { manualCapture, voidable, refunds } = method;
    expect([manualCapture, voidable].map((answer) => typeof answer)).toEqual(['boolean', 'boolean']);
    expect(refunds === null || (Number.isSafeInteger(refunds.withinDays) && refunds.withinDays > 0)).toBe(true);
    if (voidable) expect(refunds).not.toBeNull();
  });

  it('has its fees as decimal text', () => {
    const { feeFlat, feeRate, vatRate } = method.fees;
    expect([feeFlat, feeRate, vatRate].filter((part) => !DECIMAL.test(part))).toEqual([]);
    expect(Number(feeRate)).toBeLessThan(100);
  });
});

it('Boost and K PLUS are what merchants were told they are', () => {
  expect(boost).toMatchObject({
    flow: 'redirect',
    limits: { MYR: { min: 100, max: 499_900 } },
    expiresAfterMs: 604_800_000,
    returnUriSchemes: ['https:'],
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
