import {
  idempotencyKeyHash,
  idempotencyKeyProblem,
  requestFingerprint,
  type RequestIdentity,
} from './idempotency.js';

const SECRET = Buffer.from('a secret of specs').toString('base64');
const OTHER_SECRET = Buffer.from('another secret').toString('base64');
const request: RequestIdentity = {
  method: 'POST',
  path: '/charges',
  query: {},
  body: {
    amount: '2000',
    source: { type: 'boost' },
    webhook_endpoints: ['https://a.example', 'https://b.example'],
  },
  apiVersion: '2019-05-29',
};
const fingerprint = (changes: Partial<RequestIdentity> = {}): string =>
  requestFingerprint(SECRET, { ...request, ...changes });

describe('an Idempotency-Key', () => {
  it.each(['a', '8e03978e-40d5-43e8-bc93-6894a57f9324', 'order 12, "again" ~', 'x'.repeat(255)])(
    'can be %j',
    (key) => {
      expect(idempotencyKeyProblem(key)).toBeUndefined();
    },
  );

  it.each(['', 'x'.repeat(256), 'tab\t', 'ümlaut', '\u007f', '\n'])('cannot be %j', (key) => {
    expect(idempotencyKeyProblem(key)).toBe('Idempotency-Key must be 1 to 255 printable ASCII characters');
  });

  it('is stored as a hash that depends on the secret', () => {
    expect(idempotencyKeyHash(SECRET, 'a')).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(idempotencyKeyHash(SECRET, 'a')).toBe(idempotencyKeyHash(SECRET, 'a'));
    expect(idempotencyKeyHash(SECRET, 'a')).not.toBe(idempotencyKeyHash(SECRET, 'b'));
    expect(idempotencyKeyHash(SECRET, 'a')).not.toBe(idempotencyKeyHash(OTHER_SECRET, 'a'));
  });
});

describe('the fingerprint of a request', () => {
  it('does not depend on the order of parameters, at any depth', () => {
    const body = { source: { type: 'boost' }, metadata: { b: '2', a: '1' }, amount: '2000' };
    const same = { amount: '2000', metadata: { a: '1', b: '2' }, source: { type: 'boost' } };
    expect(fingerprint({ body })).toBe(fingerprint({ body: same }));
  });

  it('treats a missing body as an empty one', () => {
    expect(fingerprint({ body: undefined })).toBe(fingerprint({ body: {} }));
  });

  it.each<[string, Partial<RequestIdentity>]>([
    ['method', { method: 'PATCH' }],
    ['path', { path: '/sources' }],
    ['query', { query: { expand: 'true' } }],
    ['API version', { apiVersion: '2017-11-02' }],
    ['parameter', { body: { ...(request.body as object), amount: '2001' } }],
    ['type of a parameter', { body: { ...(request.body as object), amount: 2000 } }],
    ['nested parameter', { body: { ...(request.body as object), source: { type: 'bst' } } }],
    ['name of a file', { file: { name: 'b.pdf', content: Buffer.from('a') } }],
    ['content of a file', { file: { name: 'a.pdf', content: Buffer.from('b') } }],
    [
      'order of a list',
      {
        body: { ...(request.body as object), webhook_endpoints: ['https://b.example', 'https://a.example'] },
      },
    ],
  ])('changes with the %s', (_, changes) => {
    const file = 'file' in changes ? { name: 'a.pdf', content: Buffer.from('a') } : undefined;
    expect(fingerprint(changes)).not.toBe(fingerprint({ file }));
  });

  it('depends on the secret', () => {
    expect(requestFingerprint(OTHER_SECRET, request)).not.toBe(fingerprint());
  });
});
