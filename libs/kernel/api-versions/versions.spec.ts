import { readFileSync } from 'node:fs';
import { API_VERSIONS, isApiVersion, isOlder, NEWEST_VERSION } from './versions.js';

describe('the API versions', () => {
  it('match docs/fidelity/versions.md, oldest first', () => {
    const [, named] =
      /^- \*\*V1\*\* The versions are ([^.]+)\./m.exec(readFileSync('docs/fidelity/versions.md', 'utf8')) ??
      [];
    expect(API_VERSIONS).toEqual(named?.split(/, | and /));
    expect([...API_VERSIONS].sort()).toEqual(API_VERSIONS);
  });

  it('end with the newest', () => {
    expect(NEWEST_VERSION).toBe(API_VERSIONS.at(-1));
  });

  it.each(['2014-07-27', '2015-11-17', '2017-11-02', '2019-05-29'])('include %s', (version) => {
    expect(isApiVersion(version)).toBe(true);
  });

  it.each([['2016-01-01'], ['2019-05-29 '], ['2019-05'], [''], [undefined], [null], [['2019-05-29']]])(
    'exclude %p',
    (value) => {
      expect(isApiVersion(value)).toBe(false);
    },
  );

  it('are ordered by age', () => {
    expect(API_VERSIONS.filter((version) => isOlder(version, '2017-11-02'))).toEqual([
      '2014-07-27',
      '2015-11-17',
    ]);
  });
});
