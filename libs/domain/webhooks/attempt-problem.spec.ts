import { attemptProblem } from './attempt-problem.js';

describe('why an attempt did not deliver', () => {
  it.each<[number | null, string | null, string | null]>([
    [200, null, null],
    [204, null, null],
    [302, null, 'the receiver answered 302: redirects are not followed, and only 2xx counts'],
    [410, null, 'the receiver answered 410: it wants no more attempts'],
    [500, null, 'the receiver answered 500, and only 2xx counts'],
    [null, 'connection refused', 'nothing takes connections at that address and port'],
    [null, 'TLS: DEPTH_ZERO_SELF_SIGNED_CERT', 'the secure connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)'],
    [null, 'EPROTO', 'the attempt failed (EPROTO)'],
    [null, null, 'it is under way, or Tollgate died before the receiver had answered'],
  ])('%p %p: %p', (status, error, words) => {
    expect(attemptProblem({ status, error })).toBe(words);
  });
});
