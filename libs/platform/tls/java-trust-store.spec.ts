import { createHash, X509Certificate } from 'node:crypto';
import { makeAuthority } from './certificates.js';
import { javaTrustStore } from './java-trust-store.js';

const SHA1_BYTES = 20;

it('a trust store of Java holds the authority, under a checksum with the usual password', async () => {
  const now = new Date();
  const { certificate } = await makeAuthority(['api.omise.co'], now);
  const { raw } = new X509Certificate(certificate);
  const store = javaTrustStore(certificate, now);
  // As keytool of Java 17 writes it: its format, one certificate, named, of this time.
  const head = `feedfeed0000000200000001000000020008${Buffer.from('tollgate').toString('hex')}`;
  expect(store.toString('hex', 0, head.length / 2)).toBe(head);
  expect(store.readBigInt64BE(head.length / 2)).toBe(BigInt(now.getTime()));
  const entries = store.subarray(0, -SHA1_BYTES);
  expect(entries.subarray(-raw.length).equals(raw)).toBe(true);
  const password = Buffer.from([...'changeit'].flatMap((letter) => [0, letter.charCodeAt(0)]));
  const checksum = createHash('sha1')
    .update(Buffer.concat([password, Buffer.from('Mighty Aphrodite'), entries]))
    .digest();
  expect(store.subarray(-SHA1_BYTES).equals(checksum)).toBe(true);
});
