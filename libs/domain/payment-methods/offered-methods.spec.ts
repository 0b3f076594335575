import { inGroups, offeredMethods } from './offered-methods.js';
import { PAYMENT_METHODS, useRankOf } from './registry.js';

const NAMES = [
  'card',
  'promptpay',
  'truemoney',
  'installment_ktc',
  'boost',
  'installment_wlb_ktc',
  'barcode_alipay',
  'fpx',
  'direct_debit_scb',
];
const offered = (amount: number, currency: 'THB' | 'MYR', scheme: string): unknown =>
  offeredMethods(NAMES, { amount, currency }, scheme).map(({ method, fields }) => [method.type, ...fields]);

describe('a page where customers pay offers', () => {
  it('methods that take the currency, with what they ask for', () => {
    expect(offered(600_000, 'THB', 'http:')).toEqual([
      ['promptpay'],
      ['truemoney', 'phone_number'],
      ['installment_ktc', 'installment_term'],
    ]);
  });

  it('none that the amount is too small for', () => {
    expect(offered(100_000, 'THB', 'http:')).toEqual([['promptpay'], ['truemoney', 'phone_number']]);
  });

  it('none that sends nobody back to its address', () => {
    expect(offered(2_000, 'MYR', 'http:')).toEqual([['fpx', 'bank']]);
    expect(offered(2_000, 'MYR', 'https:')).toEqual([['boost'], ['fpx', 'bank']]);
  });
});

describe('the groups of a page', () => {
  const THAI = [
    'internet_banking_bay',
    'installment_ktc',
    'truemoney',
    'mobile_banking_scb',
    'promptpay',
    'bill_payment_tesco_lotus',
    'points_citi',
  ];

  it('have every method once, in its order, and none is empty', () => {
    const groups = inGroups(offeredMethods(THAI, { amount: 600_000, currency: 'THB' }, 'http:'));
    expect(groups.map(([group, members]) => [group, ...members.map(({ method }) => method.type)])).toEqual([
      ['qr', 'promptpay'],
      ['mobile_banking', 'mobile_banking_scb'],
      ['wallet', 'truemoney'],
      ['installments', 'installment_ktc'],
      ['other', 'internet_banking_bay', 'bill_payment_tesco_lotus', 'points_citi'],
    ]);
    expect(inGroups([])).toEqual([]);
  });

  it('come by use: PromptPay before every other method, and methods of no known rank last', () => {
    const types = [...PAYMENT_METHODS].sort((one, other) => useRankOf(one) - useRankOf(other)).map(({ type }) => type);
    expect(types[0]).toBe('promptpay');
    expect(types.indexOf('alipay')).toBeGreaterThan(types.indexOf('truemoney'));
  });
});
