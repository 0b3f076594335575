import type { ApiObject, Downgrade } from '../api-versions/downgrade.js';

/** What a change makes of an object. */
export interface DowngradeExample {
  readonly before: ApiObject;
  readonly after: object;
  readonly isEmbedded?: boolean;
  /** An object that stays as it is. */
  readonly untouched?: ApiObject;
}

/** Holds each change of a version to its example; the examples stand in the order of the changes. */
export function holdToExamples(changes: readonly Downgrade[], examples: readonly DowngradeExample[]): void {
  it('each change has an example', () => {
    expect(examples).toHaveLength(changes.length);
  });

  it.each(changes.map((downgrade, index) => ({ ...downgrade, example: examples[index] })))('$change', ({ apply, object, example }) => {
    if (!example) throw new Error('there is no example');
    const { before, after, isEmbedded = false, untouched } = example;
    expect(['*', before.object]).toContain(object);
    const result = apply(before, isEmbedded);
    expect(result).toEqual(after);
    // The order of the fields is part of the version; a matcher has none.
    if (!('asymmetricMatch' in after)) expect(Object.keys(result)).toEqual(Object.keys(after));
    if (untouched) expect(apply(untouched, isEmbedded)).toEqual(untouched);
  });
}
