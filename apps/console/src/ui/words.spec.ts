import { labelOf } from './words';

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
