import { offeredMethods } from './offered-methods.js';

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
