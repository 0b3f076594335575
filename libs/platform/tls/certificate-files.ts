import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SettingError } from '../config/setting-error.js';
import { isAuthorityFor, isIdentityFor, makeAuthority, makeServerIdentity, type Identity } from './certificates.js';
import { javaTrustStore } from './java-trust-store.js';

/** What a listener needs, and the files by which its clients trust the authority. */
export interface Certificates extends Identity {
  /** PEM. */
  readonly authorityFile: string;
  /** For Java, which reads no PEM. */
  readonly javaTrustStore: string;
}

/**
 * The certificate for these names, and its authority, which are kept in `DATA_DIR/tls`: made at the first start, for other names, and before they run out.
 * Throws {@link SettingError} where they cannot be read or kept.
 */
export async function findCertificates(dataDir: string, names: readonly string[], now: Date): Promise<Certificates> {
  const folder = resolve(dataDir, 'tls');
  try {
    await mkdir(folder, { recursive: true });
    const authority = await findIdentity(
      join(folder, 'ca'),
      (kept) => isAuthorityFor(kept, names, now),
      () => makeAuthority(names, now),
    );
    const server = await findIdentity(
      join(folder, 'server'),
      (kept) => isIdentityFor(kept, authority, names, now),
      () => makeServerIdentity(authority, names, now),
    );
    const trustStore = join(folder, 'ca.jks');
    await writeWhole(trustStore, javaTrustStore(authority.certificate, now), 0o644);
    return { ...server, authorityFile: join(folder, 'ca.pem'), javaTrustStore: trustStore };
  } catch (error) {
    throw new SettingError('TLS', `needs certificates, which cannot be read from ${folder} or kept there: ${(error as Error).message}`);
  }
}

async function findIdentity(path: string, isUsable: (kept: Identity) => boolean, make: () => Promise<Identity>): Promise<Identity> {
  const kept = await readIdentity(path);
  if (kept && isUsable(kept)) return kept;
  const made = await make();
  // The key first: a certificate that is there has its key.
  await writeWhole(`${path}-key.pem`, made.key, 0o600);
  await writeWhole(`${path}.pem`, made.certificate, 0o644);
  return made;
}

/** `undefined` when a part of it is missing. */
async function readIdentity(path: string): Promise<Identity | undefined> {
  const read = (file: string): Promise<string | undefined> =>
    readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : Promise.reject(error)));
  const [certificate, key] = await Promise.all([read(`${path}.pem`), read(`${path}-key.pem`)]);
  return certificate !== undefined && key !== undefined ? { certificate, key } : undefined;
}

/** It is there whole, or not at all. */
async function writeWhole(file: string, content: string | Buffer, mode: number): Promise<void> {
  // Two that start at once have a draft each.
  const draft = `${file}.${randomUUID()}.new`;
  await writeFile(draft, content, { mode, flush: true });
  await rename(draft, file);
}
