import { readFileSync } from 'node:fs';
import { join } from 'node:path';

describe('third-party code in the bundled programs', () => {
  it('is listed with its licence, even for packages without a licence file', () => {
    const told = readFileSync(join('dist', 'shared', 'LICENSES.txt'), 'utf8')
      .split(/^==== /m)
      .slice(1);
    expect(told.length).toBeGreaterThan(100);
    expect(
      told
        .filter((text) => !/permission|licensed under|apache license|redistribution/i.test(text))
        .map((text) => text.slice(0, 80)),
    ).toEqual([]);
    for (const name of ['pg-types', 'pgpass'])
      expect(told.find((text) => text.startsWith(`${name} `))).toMatch(
        / \(MIT\)\n\nAuthor: .+\n\nRepository: .+\n\n## license/i,
      );
  });
});
