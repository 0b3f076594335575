import { bodiesOf, isAttemptChange } from './attempt-change.js';

describe('the change of an imported attempt', () => {
  it.each<object>([
    {},
    { body: '{"key":"charge.complete"}', ageMs: 3_600_000, hangsUp: true },
    { isCut: true },
    { isAltered: true },
    { signature: 'two' },
    { signature: 'empty' },
    { mistake: 'body-alone' },
    { isSecretUnset: true },
  ])('may be %j', (change) => {
    expect(isAttemptChange(change)).toBe(true);
  });

  it.each<unknown>([
    null,
    { body: '{"key":' },
    { isCut: 1 },
    { isAltered: 'amount' },
    { signature: 'three' },
    { mistake: 'constructor' },
    { ageMs: -1 },
    { constructor: true },
  ])('cannot be %j', (change) => {
    expect(isAttemptChange(change)).toBe(false);
  });
});

describe('the body of an attempt', () => {
  const printed = (event: object): string => JSON.stringify(event, null, 2);

  it.each([
    [
      'its amount',
      { data: { id: 'chrg_test_1', amount: 2_000 } },
      { data: { id: 'chrg_test_1', amount: 2_001 } },
    ],
    [
      'livemode',
      { livemode: false, data: { id: 'cust_test_1' } },
      { livemode: true, data: { id: 'cust_test_1' } },
    ],
    ['livemode', { livemode: true, data: { amount: 1e300 } }, { livemode: false, data: { amount: 1e300 } }],
  ])('has %s changed after signing, and is printed as before', (_, event, sent) => {
    expect(bodiesOf(printed(event), { isAltered: true })).toEqual({
      signed: printed(event),
      sent: printed(sent),
    });
  });

  it('lacks its last character in attempts of earlier releases', () => {
    const signed = printed({ livemode: false });
    expect(bodiesOf(signed, { isCut: true })).toEqual({ signed, sent: signed.slice(0, -1) });
  });
});
