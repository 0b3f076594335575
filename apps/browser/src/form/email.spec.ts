import { isEmail } from './email.js';

it.each([
  ['somchai@shop.example', true],
  ['a.b+c@mail.shop.example', true],
  ['somchai', false],
  ['somchai@', false],
  ['@shop.example', false],
  ['somchai@shop', false],
  ['somchai@shop..example', false],
  ['som chai@shop.example', false],
  ['a@b@shop.example', false],
])('%j is an email address: %s', (typed, isOne) => {
  expect(isEmail(typed)).toBe(isOne);
});
