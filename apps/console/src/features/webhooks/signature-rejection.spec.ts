import { isSignatureRefusal } from './signature-rejection';

it.each([
  [401, '', true],
  [400, 'bad request', true],
  [422, '{}', true],
  [404, 'no route', false],
  [429, '', false],
  [500, 'PG::ConnectionBad', false],
  [500, 'InvalidSignatureError: signature mismatch', true],
  [404, '{"error":"HMAC does not match"}', true],
  [200, 'signature mismatch, but accepted', false],
])('tells from %i and "%s" whether an endpoint rejected the signature', (status, body, expected) => {
  expect(isSignatureRefusal({ status, body })).toBe(expected);
});

it('sees no rejection without a response', () => {
  expect(isSignatureRefusal(null)).toBe(false);
});
