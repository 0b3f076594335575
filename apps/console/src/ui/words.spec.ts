import { cardText, counted, labelOf } from './words';

describe('the label of a word of the API', () => {
  it.each([
    ['mobile_banking_kbank', 'K PLUS'],
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
