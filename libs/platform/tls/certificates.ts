import 'reflect-metadata';
import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate as ParsedCertificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { DAY_MS, HOUR_MS } from '#kernel/time.js';

/** A certificate and its key, both PEM. */
export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const VALID_FOR_MS = 365 * DAY_MS;
/** Backdates certificates, for clients whose clock is a little behind. */
const VALID_SINCE_MS = HOUR_MS;
/** A certificate is renewed when it expires within this time. */
const RENEWED_BEFORE_MS = 30 * DAY_MS;
const SERIAL_BYTES = 16;
const ALL_ADDRESSES = ['0.0.0.0/0', '::/0'];

/**
 * Makes a certificate authority for servers, constrained to these names and those below them. Users put it
 * into their trust stores; with a stolen key only these names can be impersonated, and neither mail nor
 * programs signed. It is valid for a year.
 */
export async function makeAuthority(names: readonly string[], now: Date): Promise<Identity> {
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      ...lifetime(now),
      name: 'CN=Tollgate test authority',
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
        constraintTo(names),
      ],
    },
    webcrypto,
  );
  return { certificate: certificate.toString('pem'), key: await exported(keys.privateKey) };
}

/** Makes a certificate of a server with these names, signed by the authority. */
export async function makeServerIdentity(
  authority: Identity,
  names: readonly string[],
  now: Date,
): Promise<Identity> {
  const keys = await makeKeys();
  const { subject, publicKey: authorityKey } = new ParsedCertificate(authority.certificate);
  const signingKey = await webcrypto.subtle.importKey(
    'pkcs8',
    PemConverter.decodeFirst(authority.key),
    ALGORITHM,
    false,
    ['sign'],
  );
  const certificate = await X509CertificateGenerator.create(
    {
      ...lifetime(now),
      subject: `CN=${names[0]}`,
      issuer: subject,
      publicKey: keys.publicKey,
      signingKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        // Without it strict clients refuse the certificate: Python's since 3.13 (RFC 5280, 4.2.1.1).
        await AuthorityKeyIdentifierExtension.create(authorityKey, false, webcrypto),
        new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns', value }))),
      ],
    },
    webcrypto,
  );
  return { certificate: certificate.toString('pem'), key: await exported(keys.privateKey) };
}

/** True if the authority is valid for these names. */
export function isAuthorityFor(authority: Identity, names: readonly string[], now: Date): boolean {
  if (!isPair(authority)) return false;
  const { certificate } = authority;
  const found = Buffer.from(new X509Certificate(certificate).raw);
  return isFresh(certificate, now) && found.includes(Buffer.from(constraintTo(names).value));
}

/**
 * True if a server's certificate is valid: its names, its time, and its authority, which strict clients want
 * named.
 */
export function isIdentityFor(
  identity: Identity,
  authority: Identity,
  names: readonly string[],
  now: Date,
): boolean {
  if (!isPair(identity)) return false;
  const certificate = new X509Certificate(identity.certificate);
  return (
    isFresh(identity.certificate, now) &&
    certificate.subjectAltName === names.map((name) => `DNS:${name}`).join(', ') &&
    new ParsedCertificate(identity.certificate).getExtension(AuthorityKeyIdentifierExtension) !== null &&
    certificate.verify(new X509Certificate(authority.certificate).publicKey)
  );
}

/** True if certificate and key are valid and match. A file may be empty, truncated, or of another start. */
function isPair({ certificate, key }: Identity): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function isFresh(certificate: string, now: Date): boolean {
  return Date.parse(new X509Certificate(certificate).validTo) - now.getTime() > RENEWED_BEFORE_MS;
}

function lifetime(now: Date): { notBefore: Date; notAfter: Date; serialNumber: string } {
  const serialNumber = Buffer.from(webcrypto.getRandomValues(new Uint8Array(SERIAL_BYTES)));
  // Positive, and of its full length.
  serialNumber.writeUInt8((serialNumber.readUInt8(0) & 0x7f) | 0x40, 0);
  return {
    notBefore: new Date(now.getTime() - VALID_SINCE_MS),
    notAfter: new Date(now.getTime() + VALID_FOR_MS),
    serialNumber: serialNumber.toString('hex'),
  };
}

/** Critical: a client that does not support name constraints rejects the authority. */
function constraintTo(names: readonly string[]): Extension {
  const permitted = names.map((dNSName) => new GeneralSubtree({ base: new GeneralName({ dNSName }) }));
  const excluded = ALL_ADDRESSES.map(
    (iPAddress) => new GeneralSubtree({ base: new GeneralName({ iPAddress }) }),
  );
  const constraints = new NameConstraints({
    permittedSubtrees: new GeneralSubtrees(permitted),
    excludedSubtrees: new GeneralSubtrees(excluded),
  });
  return new Extension(id_ce_nameConstraints, true, AsnConvert.serialize(constraints));
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function exported(key: webcrypto.CryptoKey): Promise<string> {
  return `${PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`;
}
