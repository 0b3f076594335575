import { attemptProblem } from './attempt-problem.js';

describe('the problem of a failed attempt', () => {
  it.each<[number | null, string | null, string | null]>([
    [200, null, null],
    [204, null, null],
    [302, null, 'Endpoint returned 302. Redirects are not followed. Only 2xx counts as delivered.'],
    [410, null, 'Endpoint returned 410. It is not retried.'],
    [500, null, 'Endpoint returned 500. Only 2xx counts as delivered.'],
    [null, 'connection refused', 'Connection refused. Nothing listens at this address and port.'],
    [null, 'TLS: DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS connection failed (DEPTH_ZERO_SELF_SIGNED_CERT).'],
    [null, 'EPROTO', 'Attempt failed (EPROTO).'],
    [null, null, 'In progress, or Tollgate stopped before the endpoint responded.'],
  ])('%p %p: %p', (status, error, words) => {
    expect(attemptProblem({ status, error })).toBe(words);
  });
});
