import { webcrypto } from 'node:crypto';
import { sign } from './signature.js';

const NOW = new Date('2026-01-31T08:15:00.999Z');
const SECRET = 'dG9sbGdhdGUtd2ViaG9vay1zZWNyZXQtZm9yLWRlbW9z';
const SECRET_TEXT = 'tollgate-webhook-secret-for-demos';

/** HMAC-SHA256 by another way than the code's own. */
async function hmac(key: string, message: string): Promise<string> {
  const imported = await webcrypto.subtle.importKey(
    'raw',
    Buffer.from(key),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return Buffer.from(await webcrypto.subtle.sign('HMAC', imported, Buffer.from(message))).toString('hex');
}

describe('sign', () => {
  it('includes its time in whole seconds', () => {
    expect(sign('{}', SECRET, NOW)['Omise-Signature-Timestamp']).toBe('1769847300');
  });

  it.each([['{"key":"charge.complete"}'], ['{"description":"ชำระเงิน ¥"}'], ['']])(
    'signs the time and the bytes of %s',
    async (body) => {
      expect(sign(body, SECRET, NOW)['Omise-Signature']).toBe(await hmac(SECRET_TEXT, `1769847300.${body}`));
    },
  );

  it('matches openssl’s signature', () => {
    expect(sign('{"key":"charge.complete"}', SECRET, NOW)).toEqual({
      'Omise-Signature': '66c80d411ee2ef62e6fc30e524393fc366087fdb027ef71f2d36597e9ce5cefa',
      'Omise-Signature-Timestamp': '1769847300',
    });
  });
});
