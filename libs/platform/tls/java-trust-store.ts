import { createHash, X509Certificate } from 'node:crypto';

const MAGIC = 0xfeedfeed;
const VERSION = 2;
const TRUSTED_CERTIFICATE = 2;
/** A constant of the format, part of its checksum. */
const WHITENER = 'Mighty Aphrodite';
const CHECKSUM_BYTES = 20;
/** Java's usual one. A store of certificates is read without a password too, unchecked. */
const PASSWORD = 'changeit';

/** A trust store that Java reads, in its format JKS, with one authority, which is given as PEM. */
export function javaTrustStore(authority: string, madeAt: Date): Buffer {
  const { raw } = new X509Certificate(authority);
  const entries = Buffer.concat([
    ...[MAGIC, VERSION, 1, TRUSTED_CERTIFICATE].map(uint32),
    text('tollgate'),
    time(madeAt),
    text('X.509'),
    uint32(raw.length),
    raw,
  ]);
  return Buffer.concat([entries, checksumOf(entries)]);
}

/** True if the store is complete and contains this authority. */
export function isTrustStoreOf(store: Buffer, authority: string): boolean {
  const [entries, checksum] = [store.subarray(0, -CHECKSUM_BYTES), store.subarray(-CHECKSUM_BYTES)];
  const { raw } = new X509Certificate(authority);
  return checksumOf(entries).equals(checksum) && entries.subarray(-raw.length).equals(raw);
}

function checksumOf(entries: Buffer): Buffer {
  // UTF-16, high bytes first.
  const password = Buffer.from(PASSWORD, 'utf16le').swap16();
  return createHash('sha1').update(password).update(WHITENER).update(entries).digest();
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function time(at: Date): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(at.getTime()));
  return bytes;
}

/** ASCII, after its length. */
function text(value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([length, Buffer.from(value, 'ascii')]);
}
