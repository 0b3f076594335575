import { inGroups, methodsNamed, offeredMethods } from './offered-methods.js';
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
  offeredMethods(NAMES, { amount, currency }, scheme, { knowsGoods: false }).map(({ method, fields }) => [
    method.type,
    ...fields,
  ]);

describe('a payment page', () => {
  it('offers methods for the currency, with their required fields', () => {
    expect(offered(600_000, 'THB', 'http:')).toEqual([
      ['promptpay'],
      ['truemoney', 'phone_number'],
      ['installment_ktc', 'installment_term'],
    ]);
  });

  it('hides methods whose minimum is above the amount', () => {
    expect(offered(100_000, 'THB', 'http:')).toEqual([['promptpay'], ['truemoney', 'phone_number']]);
  });

  it('hides methods that require an https return address', () => {
    expect(offered(2_000, 'MYR', 'http:')).toEqual([['fpx', 'bank']]);
    expect(offered(2_000, 'MYR', 'https:')).toEqual([['boost'], ['fpx', 'bank']]);
  });

  it('offers methods that need goods if it knows the order', () => {
    const asked = [['atome'], { amount: 600_000, currency: 'THB' }, 'http:'] as const;
    expect(offeredMethods(...asked, { knowsGoods: false })).toEqual([]);
    expect(offeredMethods(...asked, { knowsGoods: true })).toMatchObject([
      { method: { type: 'atome' }, fields: ['phone_number'], needsGoods: true },
    ]);
  });
});

describe('the methods that a name means', () => {
  const available = ['card', 'mobile_banking_scb', 'truemoney', 'truemoney_jumpapp', 'mobile_banking_bbl'];

  it.each([
    ['card', ['card']],
    ['mobile_banking', ['mobile_banking_scb', 'mobile_banking_bbl']],
    ['truemoney', ['truemoney']],
    ['mobile', []],
    ['installment', []],
    ['', []],
  ])('%p: %j', (name, methods) => {
    expect(methodsNamed(name, available)).toEqual(methods);
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

  it('contain every method once, in its order, and are not empty', () => {
    const groups = inGroups(
      offeredMethods(THAI, { amount: 600_000, currency: 'THB' }, 'http:', { knowsGoods: false }),
    );
    expect(groups.map(([group, members]) => [group, ...members.map(({ method }) => method.type)])).toEqual([
      ['qr', 'promptpay'],
      ['mobile_banking', 'mobile_banking_scb'],
      ['wallet', 'truemoney'],
      ['installments', 'installment_ktc'],
      ['other', 'internet_banking_bay', 'bill_payment_tesco_lotus', 'points_citi'],
    ]);
    expect(inGroups([])).toEqual([]);
  });

  it('are ordered by popularity: PromptPay first, methods without a rank last', () => {
    const types = [...PAYMENT_METHODS]
      .sort((one, other) => useRankOf(one) - useRankOf(other))
      .map(({ type }) => type);
    expect(types[0]).toBe('promptpay');
    expect(types.indexOf('alipay')).toBeGreaterThan(types.indexOf('truemoney'));
  });
});
