import { headerProblem, trailerProblem } from './file-rules.js';

const KNOWN = ['20260101000000_first', '20260201000000_second'];
const HEADER = {
  tollgate: 'snapshot',
  version: 1,
  schema: '20260201000000_second',
  personal_data: true,
  at: '2031-02-03T05:05:06.000Z',
  frozen: true,
  settings: { country: 'TH' },
};
const TRAILER = { rows: 3, orders: 2, sha256: 'abc' };

describe('the first line of a file', () => {
  it('can be from this release, or from an older schema', () => {
    expect(headerProblem(HEADER, KNOWN)).toBeUndefined();
    expect(headerProblem({ ...HEADER, schema: KNOWN[0] }, KNOWN)).toBeUndefined();
  });

  it.each<[object, RegExp]>([
    [{ tollgate: undefined }, /^it is not an exported snapshot$/],
    [{ version: 0 }, /^version must be a number$/],
    [{ version: '1' }, /^version must be a number$/],
    [{ version: 2 }, /^its version is 2, from a newer release; this release reads version 1$/],
    [{ schema: 1 }, /^schema must be a string$/],
    [{ schema: '29990101000000_next' }, /^it is from a newer release: unknown schema 29990101000000_next$/],
    [{ schema: 'a\nb' }, /unknown schema a\?b$/],
    [{ at: '9999-01-01' }, /^at must be a time from 1970 to/],
    [{ at: '9999-01-01T00:00:00.000Z' }, /^at must be a time from 1970 to/],
    [{ frozen: 'yes' }, /^frozen must be true or false$/],
    [{ settings: [] }, /^settings must be an object$/],
  ])('cannot have %j', (change, problem) => {
    expect(headerProblem({ ...HEADER, ...change }, KNOWN)).toMatch(problem);
  });
});

describe('the last line of a file', () => {
  it('matches the lines before it', () => {
    expect(trailerProblem(TRAILER, { rows: 3, sha256: 'abc' })).toBeUndefined();
  });

  it.each<[object, string]>([
    [{ sha256: undefined }, 'the file is truncated: its last line is missing'],
    [{ orders: '2' }, 'the file is truncated: its last line is missing'],
    [{ rows: 4 }, 'the file must have 4 rows, but has 3'],
    [{ sha256: 'abd' }, 'the file was modified: its checksum does not match'],
  ])('is rejected with %j', (change, problem) => {
    expect(trailerProblem({ ...TRAILER, ...change }, { rows: 3, sha256: 'abc' })).toBe(problem);
  });
});
