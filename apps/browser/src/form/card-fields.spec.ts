import { expiryProblem, grouped, numberProblem, readExpiry } from './card-fields.js';
import { textsOf } from './form-texts.js';

const { wrong } = textsOf('en');
const NOW = new Date('2027-01-31T08:00:00Z');

it.each([
  ['4242', '4242'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 42', '4242 4242 42'],
  ['37', '37'],
  ['378282246310005', '3782 822463 10005'],
  ['42424242424242424242424', '4242 4242 4242 4242 424'],
])('the number %s is shown in groups', (typed, shown) => {
  expect(grouped(typed)).toBe(shown);
});

it.each([
  ['12/32', { month: 12, year: 2032 }],
  ['1232', { month: 12, year: 2032 }],
  ['1/27', { month: 1, year: 2027 }],
  ['06 / 2030', { month: 6, year: 2030 }],
  ['13/30', undefined],
  ['00/30', undefined],
  ['12', undefined],
])('the expiry date %s is parsed', (typed, read) => {
  expect(readExpiry(typed)).toEqual(read);
});

it.each([
  ['01/27', undefined],
  ['12/26', wrong.past],
  ['later', wrong.expiry],
])('%s has this problem: %s', (typed, problem) => {
  expect(expiryProblem(typed, NOW, wrong)).toBe(problem);
});

it.each([
  ['4242 4242 4242 4242', ['visa'], undefined],
  ['4242 4242 4242 4242', [], undefined],
  ['4242 4242 4242 4242', ['mastercard', 'amex'], wrong.brand],
  ['3782 822463 10005', ['amex'], undefined],
  ['4242 4242 4242 4241', ['visa'], wrong.number],
  ['', ['visa'], wrong.number],
])('the number %s of a shop that takes %j has this problem: %s', (typed, brands, problem) => {
  expect(numberProblem(typed, brands, wrong)).toBe(problem);
});
