import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingError } from './setting-error.js';
import { apply, base64, isLoopback } from './setting-types.js';
import type { Settings } from './settings.js';

const SECRET_FILE = 'sandbox-secret';
const SECRET_BYTES = 32;

/** Without a token, every client of the control host has full access: only this machine may reach it. */
export function assertControlToken({ host, vaultHost, controlHost, controlToken }: Settings): void {
  if (controlToken !== undefined) return;
  const hosts = { HOST: host, VAULT_HOST: vaultHost, CONTROL_HOST: controlHost };
  const open = Object.entries(hosts).find(([, address]) => !isLoopback(address));
  if (!open) return;
  const [name, address] = open;
  throw new SettingError(
    'CONTROL_TOKEN',
    `must be set, because other machines can reach ${name} ${address}; generate one: openssl rand -hex 24`,
  );
}

/** The secret for sandbox keys, for a process without a data folder. */
export function assertSandboxSecret({ sandboxSecret }: Settings): string {
  if (sandboxSecret !== undefined) return sandboxSecret;
  throw new SettingError(
    'SANDBOX_SECRET',
    'must be set with DATABASE_URL; generate one: openssl rand -base64 32',
  );
}

/** The secret from the settings, or generated once and stored in the data folder. */
export async function findSandboxSecret(settings: Settings): Promise<string> {
  const { sandboxSecret, databaseUrl, dataDir } = settings;
  if (sandboxSecret !== undefined || databaseUrl !== undefined) return assertSandboxSecret(settings);
  const file = join(dataDir, SECRET_FILE);
  try {
    const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? undefined : Promise.reject(error),
    );
    return kept === undefined
      ? await makeSecret(file, dataDir)
      : apply('SANDBOX_SECRET', kept.trim(), base64);
  } catch (error) {
    throw new SettingError('SANDBOX_SECRET', `cannot read or write ${file}: ${(error as Error).message}`);
  }
}

/** Writes the file atomically. */
async function makeSecret(file: string, dataDir: string): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64');
  const draft = `${file}.new`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
  return secret;
}
