import { isAttemptChange } from './attempt-change.js';

describe('the change of an imported attempt', () => {
  it.each<object>([
    {},
    { body: '{"key":"charge.complete"}', ageMs: 3_600_000, hangsUp: true },
    { isCut: true },
    { signature: 'two' },
    { mistake: 'body-alone' },
  ])('may be %j', (change) => {
    expect(isAttemptChange(change)).toBe(true);
  });

  it.each<unknown>([
    null,
    { body: '{"key":' },
    { isCut: 1 },
    { signature: 'three' },
    { mistake: 'constructor' },
    { ageMs: -1 },
    { constructor: true },
  ])('cannot be %j', (change) => {
    expect(isAttemptChange(change)).toBe(false);
  });
});
