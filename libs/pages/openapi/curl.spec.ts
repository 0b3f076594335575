import { curlOf } from './curl.js';
import type { Call } from './openapi-document.js';

const call = (parts: Partial<Call>): Call => ({
  operationId: 'Charges.create',
  tags: ['Charges'],
  summary: 'Create a charge',
  security: [{ secretKey: [] }],
  parameters: [],
  responses: {},
  method: 'POST',
  server: 'http://127.0.0.1:7400',
  path: '/charges',
  ...parts,
});
const form = (example: object): Pick<Call, 'requestBody'> => ({
  requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { example } } },
});

describe('the example request of an operation', () => {
  it.each<[string, Partial<Call>, string]>([
    ['without a body', { method: 'GET' }, 'curl http://127.0.0.1:7400/charges -u skey_test_tollgate:'],
    [
      'with a value in its path',
      { method: 'GET', path: '/charges/{id}' },
      'curl "http://127.0.0.1:7400/charges/$id" -u skey_test_tollgate:',
    ],
    [
      'that posts nothing',
      { path: '/charges/{id}/capture' },
      'curl -X POST "http://127.0.0.1:7400/charges/$id/capture" -u skey_test_tollgate:',
    ],
    [
      'with nested fields and lists',
      form({ amount: 100000, source: { type: 'promptpay' }, payment_methods: ['card'], capture: false }),
      'curl http://127.0.0.1:7400/charges -u skey_test_tollgate: -d amount=100000 -d "source[type]=promptpay" -d "payment_methods[]=card" -d capture=false',
    ],
    [
      'with characters of the shell',
      form({ description: `it's "$5"!` }),
      String.raw`curl http://127.0.0.1:7400/charges -u skey_test_tollgate: -d 'description=it'\''s "$5"!'`,
    ],
    [
      'that changes an object',
      { method: 'PATCH', path: '/charges/{id}', ...form({ description: 'Order' }) },
      'curl -X PATCH "http://127.0.0.1:7400/charges/$id" -u skey_test_tollgate: -d description=Order',
    ],
    [
      'with a public key',
      { security: [{ publicKey: [] }], ...form({ type: 'promptpay' }) },
      'curl http://127.0.0.1:7400/charges -u pkey_test_tollgate: -d type=promptpay',
    ],
    [
      'with a file',
      { requestBody: { required: true, content: { 'multipart/form-data': {} } } },
      'curl http://127.0.0.1:7400/charges -u skey_test_tollgate: -F file=@evidence.pdf',
    ],
    [
      'of the control API',
      {
        method: 'GET',
        path: '/api/sandboxes/{name}/api/{mode}/charges',
        security: [{ controlToken: [] }, { secretKey: [] }],
      },
      'curl "http://127.0.0.1:7400/api/sandboxes/$name/api/test/charges"',
    ],
  ])('%s', (_, parts, expected) => {
    expect(curlOf(call(parts))).toBe(expected);
  });
});
