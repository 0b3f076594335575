import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ignoreInGit } from '../config/data-folder.js';
import { SettingError } from '../config/setting-error.js';
import {
  isAuthorityFor,
  isIdentityFor,
  makeAuthority,
  makeServerIdentity,
  type Identity,
} from './certificates.js';
import { alone } from './folder-lock.js';
import { isTrustStoreOf, javaTrustStore } from './java-trust-store.js';

/** The identity of a listener, and the files by which clients trust its authority. */
export interface Certificates extends Identity {
  /** PEM. */
  readonly authorityFile: string;
  /** For Java, which reads no PEM. */
  readonly javaTrustStore: string;
  /** True if the authority is new: no client trusts it yet. */
  readonly isNewAuthority: boolean;
}

const TRUST_STORE = 'ca.jks';
const DRAFT = '.new';
const OWNER_ONLY = 0o600;
const FOR_OTHERS = 0o077;

/**
 * The certificate for these names, and its authority, which are kept in `DATA_DIR/tls`: made at the first
 * start, for other names, and before they run out. Throws {@link SettingError} where they cannot be read or
 * kept.
 */
export async function findCertificates(
  dataDir: string,
  names: readonly string[],
  now: Date,
): Promise<Certificates> {
  const folder = resolve(dataDir, 'tls');
  try {
    await mkdir(folder, { recursive: true });
    await ignoreInGit(dataDir);
    const kept = await readCertificates(folder, names, now);
    const server = kept ?? (await alone(folder, () => findOrMake(folder, names, now)));
    for (const key of ['ca-key.pem', 'server-key.pem']) await keepFromOthers(join(folder, key));
    return {
      isNewAuthority: false,
      ...server,
      authorityFile: join(folder, 'ca.pem'),
      javaTrustStore: join(folder, TRUST_STORE),
    };
  } catch (error) {
    throw new SettingError(
      'TLS',
      `cannot read or write certificates in ${folder}: ${(error as Error).message}`,
    );
  }
}

/** The stored certificates, if all of them are valid. */
async function readCertificates(
  folder: string,
  names: readonly string[],
  now: Date,
): Promise<Identity | undefined> {
  const authority = await readIdentity(join(folder, 'ca'));
  const server = await readIdentity(join(folder, 'server'));
  const isUsable =
    authority &&
    server &&
    isAuthorityFor(authority, names, now) &&
    isIdentityFor(server, authority, names, now);
  return isUsable && (await hasTrustStore(folder, authority)) ? server : undefined;
}

/** Of several that start at once each finds what the first has made. */
async function findOrMake(
  folder: string,
  names: readonly string[],
  now: Date,
): Promise<Identity & Pick<Certificates, 'isNewAuthority'>> {
  await removeDrafts(folder);
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
  if (!(await hasTrustStore(folder, authority))) {
    await writeWhole(join(folder, TRUST_STORE), javaTrustStore(authority.certificate, now), 0o644);
  }
  return { ...server, isNewAuthority: authority.isNew };
}

async function findIdentity(
  path: string,
  isUsable: (kept: Identity) => boolean,
  make: () => Promise<Identity>,
): Promise<Identity & { readonly isNew: boolean }> {
  const kept = await readIdentity(path);
  if (kept && isUsable(kept)) return { ...kept, isNew: false };
  const made = await make();
  // The key first: a certificate that is there has its key.
  await writeWhole(`${path}-key.pem`, made.key, OWNER_ONLY);
  await writeWhole(`${path}.pem`, made.certificate, 0o644);
  return { ...made, isNew: true };
}

/** `undefined` when a part of it is missing. */
async function readIdentity(path: string): Promise<Identity | undefined> {
  const [certificate, key] = await Promise.all([read(`${path}.pem`), read(`${path}-key.pem`)]);
  return certificate && key ? { certificate: certificate.toString(), key: key.toString() } : undefined;
}

/** True if the stored trust store contains this authority. */
async function hasTrustStore(folder: string, { certificate }: Identity): Promise<boolean> {
  const kept = await read(join(folder, TRUST_STORE));
  return kept !== undefined && isTrustStoreOf(kept, certificate);
}

async function read(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : Promise.reject(error),
  );
}

/** It is there whole, or not at all. */
async function writeWhole(file: string, content: string | Buffer, mode: number): Promise<void> {
  const draft = `${file}${DRAFT}`;
  await writeFile(draft, content, { mode, flush: true });
  await rename(draft, file);
}

/** Removes the temporary files of killed processes, which may hold a key. */
async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.endsWith(DRAFT));
  for (const name of drafts) await rm(join(folder, name));
}

/** A key that was copied here may be readable for all. */
async function keepFromOthers(key: string): Promise<void> {
  const { mode } = await stat(key);
  if ((mode & FOR_OTHERS) !== 0) await chmod(key, OWNER_ONLY);
}
