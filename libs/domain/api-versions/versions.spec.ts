import { demandSince } from './since.js';
import { API_VERSIONS, isApiVersion, isOlder, NEWEST_VERSION } from './versions.js';

describe('the API versions', () => {
  it('are dates, oldest first, each once', () => {
    expect(API_VERSIONS.filter((version) => !/^\d{4}-\d{2}-\d{2}$/.test(version))).toEqual([]);
    expect([...new Set(API_VERSIONS)].sort()).toEqual([...API_VERSIONS]);
  });

  it('end with the newest', () => {
    expect(NEWEST_VERSION).toBe(API_VERSIONS.at(-1));
  });

  it.each(API_VERSIONS.map((version) => [version]))('know %s', (version) => {
    expect(isApiVersion(version)).toBe(true);
  });

  it.each([['2016-01-01'], ['2019-05-29 '], ['2019-05'], [''], [undefined], [null], [['2019-05-29']]])('do not know %p', (value) => {
    expect(isApiVersion(value)).toBe(false);
  });

  it('know which of two is older', () => {
    expect(API_VERSIONS.filter((version) => isOlder(version, '2017-11-02'))).toEqual(['2014-07-27', '2015-11-17']);
  });
});

describe('what came with a version', () => {
  it('is there in that version and later ones', () => {
    expect(() => demandSince('2017-11-02', '2017-11-02')).not.toThrow();
    expect(() => demandSince('2017-11-02', '2019-05-29')).not.toThrow();
  });

  it('is refused in older ones, with the version to ask for', () => {
    const refuse = (): void => demandSince('2017-11-02', '2015-11-17');
    expect(refuse).toThrow('you are using api version which does not support this operation; send Omise-Version 2017-11-02 or later');
  });
});
