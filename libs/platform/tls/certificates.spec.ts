import 'reflect-metadata';
import { webcrypto, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import {
  isAuthorityFor,
  isIdentityFor,
  makeAuthority,
  makeServerIdentity,
  type Identity,
} from './certificates.js';

const NAMES = ['api.omise.co', 'vault.omise.co'];
const now = new Date();
const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

/** The protocol that a client negotiates which trusts the authority, or its error. */
async function greet({ certificate, key }: Identity, ca: string, servername: string): Promise<string> {
  const server = createServer({ cert: certificate, key }, (socket) => socket.end());
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket: TLSSocket = connect({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    servername,
    ca,
  });
  try {
    // An error rejects it.
    return await once(socket, 'secureConnect').then(
      () => String(socket.getProtocol()),
      (error: unknown) => (error as Error).message,
    );
  } finally {
    socket.destroy();
    server.close();
  }
}

describe('an authority', () => {
  it('vouches for its names', async () => {
    const authority = await makeAuthority(NAMES, now);
    const identity = await makeServerIdentity(authority, NAMES, now);
    for (const name of NAMES) expect(await greet(identity, authority.certificate, name)).toBe('TLSv1.3');
    expect(await greet(identity, authority.certificate, 'www.example.com')).toContain(
      "does not match certificate's altnames",
    );
  });

  it('cannot vouch for any other name', async () => {
    const authority = await makeAuthority(NAMES, now);
    const forged = await makeServerIdentity(authority, ['www.example.com'], now);
    expect(await greet(forged, authority.certificate, 'www.example.com')).toMatch(
      /permitted subtree violation/i,
    );
  });

  it('is an authority, and no more, for a year', async () => {
    const { certificate } = await makeAuthority(NAMES, now);
    const { ca, validTo, subject, keyUsage } = new X509Certificate(certificate);
    // Of servers: what it signs is no mail and no program to anybody.
    expect({ ca, subject, keyUsage }).toEqual({
      ca: true,
      subject: 'CN=Tollgate test authority',
      keyUsage: ['1.3.6.1.5.5.7.3.1'],
    });
    expect(Math.round((Date.parse(validTo) - now.getTime()) / 86_400_000)).toBe(365);
  });
});

it('renews an authority for other names, and in its last month', async () => {
  const authority = await makeAuthority(NAMES, now);
  expect(isAuthorityFor(authority, NAMES, now)).toBe(true);
  expect(isAuthorityFor(authority, [...NAMES, 'pay.omise.co'], now)).toBe(false);
  expect(isAuthorityFor(authority, NAMES, later(340))).toBe(false);
});

it.each(['', 'nonsense', '-----BEGIN CERTIFICATE-----\nMIIB'])(
  'renews an authority with a file that contains %j',
  async (text) => {
    const authority = await makeAuthority(NAMES, now);
    expect(isAuthorityFor({ ...authority, key: text }, NAMES, now)).toBe(false);
    expect(isAuthorityFor({ ...authority, certificate: text }, NAMES, now)).toBe(false);
    expect(isAuthorityFor({ ...authority, key: (await makeAuthority(NAMES, now)).key }, NAMES, now)).toBe(
      false,
    );
  },
);

it('renews a certificate for other names or another authority, and in its last month', async () => {
  const [authority, other] = [await makeAuthority(NAMES, now), await makeAuthority(NAMES, now)];
  const identity = await makeServerIdentity(authority, NAMES, now);
  expect(isIdentityFor(identity, authority, NAMES, now)).toBe(true);
  expect(isIdentityFor(identity, authority, NAMES.slice(1), now)).toBe(false);
  expect(isIdentityFor(identity, other, NAMES, now)).toBe(false);
  expect(isIdentityFor(identity, authority, NAMES, later(340))).toBe(false);
});

/** As releases before made them: strict clients refuse it, for it does not name its authority. */
async function makeUnnamed(authority: Identity): Promise<Identity> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const signingKey = await webcrypto.subtle.importKey(
    'pkcs8',
    PemConverter.decodeFirst(authority.key),
    algorithm,
    false,
    ['sign'],
  );
  const extensions = [
    new SubjectAlternativeNameExtension(NAMES.map((value) => ({ type: 'dns' as const, value }))),
  ];
  const terms = {
    issuer: 'CN=Tollgate test authority',
    notAfter: later(365),
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
  };
  const certificate = await X509CertificateGenerator.create({ ...terms, extensions }, webcrypto);
  return {
    certificate: certificate.toString('pem'),
    key: PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
  };
}

it('renews a certificate that does not name its authority', async () => {
  const authority = await makeAuthority(NAMES, now);
  const unnamed = await makeUnnamed(authority);
  expect(await greet(unnamed, authority.certificate, 'api.omise.co')).toBe('TLSv1.3');
  expect(isIdentityFor(unnamed, authority, NAMES, now)).toBe(false);
});
