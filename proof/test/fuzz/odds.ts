import fc from 'fast-check';

/** Once in `times` the other, or else the usual. */
export function mostly<T, U>(
  usual: fc.Arbitrary<T>,
  other: fc.Arbitrary<U>,
  times: number,
): fc.Arbitrary<T | U> {
  return fc.oneof<fc.MaybeWeightedArbitrary<T | U>[]>(
    { weight: times - 1, arbitrary: usual },
    { weight: 1, arbitrary: other },
  );
}

/** Once in `times`, or else nothing. */
export function rarely<T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> {
  return mostly(fc.constant(undefined), arbitrary, times);
}

/** One of these, each as often as it says. */
export function oneOf<T>(
  ...choices: readonly (readonly [weight: number, fc.Arbitrary<T>])[]
): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}
