import { readConfig } from './form-config.js';
import { waysToPay, type WayToPay } from './ways-to-pay.js';

const CAPABLE = [
  'card',
  'promptpay',
  'internet_banking_bay',
  'internet_banking_bbl',
  'installment_kbank',
  'installment_wlb_kbank',
  'truemoney',
  'fpx',
];
const nameOf = (way: WayToPay): string => (way.kind === 'card' ? 'card' : way.method.type);
const offered = (options: object): string[] =>
  waysToPay(readConfig({ amount: 1_000_000, currency: 'THB', ...options }), CAPABLE, 'http:').map(nameOf);

it.each([
  ['a card, unless the shop names something', {}, ['card']],
  [
    'what the shop names, as a text',
    { otherPaymentMethods: 'promptpay truemoney' },
    ['card', 'promptpay', 'truemoney'],
  ],
  [
    'what the shop names, as a list',
    { otherPaymentMethods: ['truemoney', 'nonsense'] },
    ['card', 'truemoney'],
  ],
  [
    'all banks',
    { otherPaymentMethods: 'internet_banking' },
    ['card', 'internet_banking_bay', 'internet_banking_bbl'],
  ],
  [
    'the banks that are named',
    { otherPaymentMethods: 'internet_banking(bbl, scb) promptpay' },
    ['card', 'internet_banking_bbl', 'promptpay'],
  ],
  [
    'something else first',
    { defaultPaymentMethod: 'promptpay', otherPaymentMethods: 'credit_card' },
    ['promptpay', 'card'],
  ],
  ['nothing twice', { otherPaymentMethods: 'credit_card promptpay promptpay' }, ['card', 'promptpay']],
  ['nothing that takes another currency', { otherPaymentMethods: 'fpx' }, ['card']],
  [
    'nothing that takes no such amount',
    { amount: 2_000, otherPaymentMethods: 'installment promptpay' },
    ['card', 'promptpay'],
  ],
  [
    'installments in the page',
    { customInstallmentForm: true },
    ['installment_kbank', 'installment_wlb_kbank'],
  ],
  ['a card in the page', { customCardForm: 'true', otherPaymentMethods: 'promptpay' }, ['card']],
])('the form offers %s', (_, options, names) => {
  expect(offered(options)).toEqual(names);
});
