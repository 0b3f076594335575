import { API_VERSIONS } from '#kernel/api-versions/versions.js';
import { ANY, type ApiObject } from '#engine/versions/rules/difference.js';
import type { OlderVersion } from '#engine/versions/rules/render.js';
import { DIFFERENCES, VERSIONS } from '../older-versions.js';

/** An object of the newest version, and the same in an older one. */
export interface VersionExample {
  readonly newest: ApiObject;
  readonly older: object;
}

/** Tests a version against its examples, which together show each of its differences. */
export function testExamples(version: OlderVersion, examples: readonly VersionExample[]): void {
  it.each(examples)('shows $newest as $older', ({ newest, older }) => {
    const view = VERSIONS.render(newest, version);
    expect(view).toEqual(older);
    // A matcher has no order.
    expect(Object.keys(view)).toEqual(Object.keys(older));
  });

  it('has an example for each difference', () => {
    const next = API_VERSIONS[API_VERSIONS.indexOf(version) + 1] ?? version;
    const without = DIFFERENCES[version].filter(
      ({ object, later, earlier }) =>
        !examples.some(
          ({ newest, older }) =>
            [ANY, newest.object].includes(object) &&
            (later === null || later in VERSIONS.render(newest, next)) &&
            (earlier === null || earlier in older),
        ),
    );
    expect(without).toEqual([]);
  });
}
