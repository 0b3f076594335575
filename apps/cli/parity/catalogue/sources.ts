import { exchangesOf, type Flow } from '../exchange.js';

const createSource = exchangesOf('POST /sources', { key: 'public' });

export const SOURCES: readonly Flow[] = [
  {
    name: 'sources',
    resource: 'sources',
    exchanges: [
      createSource(
        'Create a source of promptpay',
        'S1',
        { amount: 100_000, currency: 'THB', type: 'promptpay' },
        { save: { source: 'id' } },
      ),
      { name: 'Retrieve the source', request: 'GET /sources/{source}', key: 'public', row: 'S1' },
      { name: 'Retrieve the source with the secret key', request: 'GET /sources/{source}', row: 'K2' },
      {
        name: 'Create a source with the secret key',
        request: 'POST /sources',
        body: { amount: 100_000, currency: 'THB', type: 'mobile_banking_kbank', platform_type: 'IOS' },
        row: 'K2',
      },
      createSource('Create a source of boost', 'P1', { amount: 2_000, currency: 'MYR', type: 'boost' }),
      createSource('Create a source of internet banking', 'P7', {
        amount: 100_000,
        currency: 'THB',
        type: 'internet_banking_bay',
      }),
      createSource('Create a source of installments', 'P8', {
        amount: 500_000,
        currency: 'THB',
        type: 'installment_kbank',
        installment_term: 4,
      }),
      createSource('Create a source of installments whose interest the merchant pays', 'P8', {
        amount: 500_000,
        currency: 'THB',
        type: 'installment_bay',
        installment_term: 3,
        zero_interest_installments: true,
      }),
      createSource('Create a source of truemoney', 'P9', {
        amount: 100_000,
        currency: 'THB',
        type: 'truemoney',
        phone_number: '0812345678',
      }),
      createSource('Create a source of rabbit_linepay', 'P9', {
        amount: 100_000,
        currency: 'THB',
        type: 'rabbit_linepay',
      }),
      createSource('Create a source of alipay', 'P9', { amount: 100_000, currency: 'THB', type: 'alipay' }),
      createSource('Create a source of a bill payment', 'P11', {
        amount: 100_000,
        currency: 'THB',
        type: 'bill_payment_tesco_lotus',
      }),
      createSource('Create a source with a currency in lower case', 'S6', {
        amount: 100_000,
        currency: 'thb',
        type: 'promptpay',
      }),
    ],
  },
  {
    name: 'sources-refused',
    resource: 'sources',
    exchanges: [
      { name: 'Create a source without parameters', request: 'POST /sources', key: 'public', row: 'S2' },
      createSource('Create a source without a type', 'S2', { amount: 100_000, currency: 'THB' }),
      createSource('Create a source of an unknown type', 'S2', {
        amount: 100_000,
        currency: 'THB',
        type: 'barter',
      }),
      createSource('Create a source without an amount', 'E4', { currency: 'THB', type: 'promptpay' }),
      createSource('Create a source with a word as its amount', 'E4', {
        amount: 'much',
        currency: 'THB',
        type: 'promptpay',
      }),
      createSource('Create a source with a fraction as its amount', 'E4', {
        amount: '2000.5',
        currency: 'THB',
        type: 'promptpay',
      }),
      createSource('Create a source below the minimum', 'P2', {
        amount: 1,
        currency: 'THB',
        type: 'mobile_banking_kbank',
      }),
      createSource('Create a source above the maximum', 'P2', {
        amount: 15_000_001,
        currency: 'THB',
        type: 'mobile_banking_kbank',
      }),
      createSource('Create a source in the currency of another method', 'S2', {
        amount: 100_000,
        currency: 'MYR',
        type: 'promptpay',
      }),
      createSource('Create a source in an unknown currency', 'S2', {
        amount: 100_000,
        currency: 'XXX',
        type: 'promptpay',
      }),
      createSource('Create a source for an unknown platform', 'S4', {
        amount: 100_000,
        currency: 'THB',
        type: 'promptpay',
        platform_type: 'AMIGA',
      }),
      createSource('Create a source of installments without a term', 'P8', {
        amount: 500_000,
        currency: 'THB',
        type: 'installment_kbank',
      }),
      createSource('Create a source of installments with a term that the bank lacks', 'P8', {
        amount: 500_000,
        currency: 'THB',
        type: 'installment_kbank',
        installment_term: 5,
      }),
      createSource('Create a source of truemoney without a phone number', 'P12', {
        amount: 100_000,
        currency: 'THB',
        type: 'truemoney',
      }),
      {
        name: 'Create a source without a key',
        request: 'POST /sources',
        key: 'none',
        body: { amount: 100_000, currency: 'THB', type: 'promptpay' },
        row: 'K3',
      },
      { name: 'Retrieve an unknown source', request: 'GET /sources/src_test_00000000000000000no', row: 'E6' },
      { name: 'List sources', request: 'GET /sources', error: 'not_found', row: 'S9' },
    ],
  },
];
