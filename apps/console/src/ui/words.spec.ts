import { cardText, counted, labelOf, responseWords } from './words';

describe('the response of a webhook', () => {
  it.each([
    [500, 'Endpoint returned 500. Only 2xx counts as delivered.', '500'],
    [null, 'Connection refused. Nothing listens at this address and port.', 'Connection refused'],
    [
      null,
      'TLS connection failed (self-signed certificate).',
      'TLS connection failed (self-signed certificate)',
    ],
    [null, null, 'No response'],
  ])('of %s, %s', (status, error, words) => {
    expect(responseWords(status, error)).toBe(words);
  });
});

describe('the label of a word of the API', () => {
  it.each([
    ['mobile_banking_kbank', 'K PLUS'],
    ['installment_wlb_bay', 'Krungsri installments'],
    ['truemoney_qr', 'TrueMoney QR'],
    ['successful', 'Successful'],
    ['in_progress', 'In progress'],
    ['expiry', 'Charge expires'],
  ])('of %s', (word, label) => {
    expect(labelOf(word)).toBe(label);
  });
});

it('counts in the singular and the plural', () => {
  expect([0, 1, 1_200].map((count) => counted(count, 'webhook'))).toEqual([
    '0 webhooks',
    '1 webhook',
    '1,200 webhooks',
  ]);
});

it('writes a card by its brand and last digits', () => {
  expect(cardText({ brand: 'Visa', last_digits: '4242' })).toBe('Visa •4242');
});
