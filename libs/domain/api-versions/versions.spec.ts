import { API_VERSIONS, isApiVersion, NEWEST_VERSION } from './versions.js';

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

  it.each([['2014-07-27'], ['2019-05-29 '], ['2019-05'], [''], [undefined], [null], [['2019-05-29']]])('do not know %p', (value) => {
    expect(isApiVersion(value)).toBe(false);
  });
});
