import { countedWhen, passedText } from './fault-counts';

const declined = { on: 'payment', do: { fail: 'insufficient_fund' }, skip: 2 };

describe('a fault that skips calls', () => {
  it.each([
    [{ ...declined, matched: 0 }, '0 of 2 payments passed'],
    [{ ...declined, matched: 1 }, '1 of 2 payments passed'],
    [{ ...declined, matched: 3 }, '2 payments passed'],
    [{ on: 'api', do: { status: 503 }, skip: 1, matched: 0 }, '0 of 1 request passed'],
    [{ ...declined, skip: 0, matched: 3 }, undefined],
  ])('%j: %s', (fault, text) => {
    expect(passedText(fault)).toBe(text);
  });
});

it('says that a declined payment counts when it is completed, and a settled one when it is created', () => {
  expect(countedWhen(declined)).toMatch(/completed.*Pending payments do not count/);
  expect(countedWhen({ on: 'payment', do: { settle: 'successful' } })).toMatch(/created/);
});
