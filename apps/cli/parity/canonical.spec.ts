import { canonical } from './canonical.js';
import { patternOfKeys } from '#kernel/key-forms.js';

const CHARGE = 'chrg_test_60aaaaaaaaaaaaaaaa1';
const OTHER = 'chrg_test_60aaaaaaaaaaaaaaaa2';
const TRANSACTION = 'trxn_test_60aaaaaaaaaaaaaaaa3';
const SAVED = new Map([[CHARGE, '<charge>']]);

it('names saved IDs, and numbers others as they appear', () => {
  const body = { id: CHARGE, location: `/charges/${CHARGE}`, others: [OTHER, TRANSACTION, OTHER] };
  expect(canonical(body, SAVED)).toEqual({
    id: '<charge>',
    location: '/charges/<charge>',
    others: ['<chrg_test 1>', '<trxn_test 1>', '<chrg_test 1>'],
  });
});

it('replaces times, dates, origins and codes, but no origin that is the same everywhere', () => {
  const body = {
    created_at: '2026-01-31T08:15:00Z',
    precise_at: '2026-01-31T08:15:00.123Z',
    start_on: '2026-01-31',
    authorize_uri: 'http://127.0.0.1:7402/payments/x',
    payment_uri: 'https://link.example.org/pay/60AAAAAAAAAAAAAAAA4',
    return_uri: 'https://shop.example/return',
    location: 'https://www.omise.co/api-errors#not-found',
  };
  expect(canonical(body, SAVED)).toEqual({
    created_at: '<time>',
    precise_at: '0000-00-00T00:00:00.000Z',
    start_on: '<date>',
    authorize_uri: '<origin>/payments/x',
    payment_uri: '<origin>/pay/<code>',
    return_uri: 'https://shop.example/return',
    location: 'https://www.omise.co/api-errors#not-found',
  });
});

it.each(['', 'a', 'ab'])('replaces keys in hex and Base64, also after "%s"', (before) => {
  const [key, other] = ['skey_test_60aaaaaaaaaaaaaaaa5', 'pkey_test_60aaaaaaaaaaaaaaaa6'];
  const bytes = Buffer.from(`${before}${key}:${other}`);
  const body = { echo: [bytes.toString('base64'), bytes.toString('hex'), bytes.toString('base64url')], key };
  const text = JSON.stringify(canonical(body, SAVED, { keys: patternOfKeys([key, other]) }));
  for (const encoding of ['base64', 'hex'] as const)
    for (const one of [key, other])
      for (const cut of [3, 4, 5])
        expect(text).not.toContain(Buffer.from(one.slice(cut, cut + 18)).toString(encoding));
});

it('masks keys and card numbers, in names of fields too', () => {
  const body = {
    message: 'skey_test_60aaaaaaaaaaaaaaaa5 and pkey_60aaaaaaaaaaaaaaaa6 and 4242 4242 4242 4242',
    metadata: { skey_60aaaaaaaaaaaaaaaa7: 'Basic c2tleV90ZXN0XzYwYWFh' },
  };
  const text = JSON.stringify(canonical(body, SAVED));
  for (const secret of ['60aaaa', '4242 4242', 'c2tleV90']) expect(text).not.toContain(secret);
});

it('compares free values by type', () => {
  const body = { total: 3, rate: '36.5', used: true, ip: null, data: [1], card: { fingerprint: 'abc=' } };
  expect(canonical(body, SAVED, { free: ['total', 'rate', 'used', 'data'] })).toEqual({
    total: '<number>',
    rate: '<string>',
    used: '<boolean>',
    ip: '<null>',
    data: '<list>',
    card: { fingerprint: '<string>' },
  });
});

it('compares all but exact values by type, with the names of their fields', () => {
  const body = { object: 'account', email: 'owner@shop.example', keys: { charge: ['order'] } };
  expect(canonical(body, SAVED, { exact: ['object'] })).toEqual({
    object: 'account',
    email: '<string>',
    keys: { charge: ['<string>'] },
  });
});
