import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ignoreInGit } from '#platform/config/data-folder.js';
import { loadEnvironment, setUnset } from '#platform/config/environment.js';
import { SettingError } from '#platform/config/setting-error.js';
import { apply, boolean } from '#platform/config/setting-types.js';
import { DEMO_WEBHOOK_SECRET } from '#kernel/demo-secret.js';
import { DEMO_KEYS } from '#platform/config/weak-secrets.js';

const SECRET_BYTES = 32;
const WORD_BYTES = 16;

const word = (): string => randomBytes(WORD_BYTES).toString('hex');
const secret = (): string => randomBytes(SECRET_BYTES).toString('base64');

const MAKERS: Readonly<Record<string, () => string>> = {
  TEST_PUBLIC_KEY: () => `pkey_test_${word()}`,
  TEST_SECRET_KEY: () => `skey_test_${word()}`,
  LIVE_PUBLIC_KEY: () => `pkey_${word()}`,
  LIVE_SECRET_KEY: () => `skey_${word()}`,
  WEBHOOK_SECRET: secret,
  VAULT_SECRET: secret,
  SANDBOX_SECRET: secret,
  CONTROL_TOKEN: word,
};

/**
 * Generates every key and secret that neither the environment nor `file` sets, and adds it to `file`. Returns
 * the new lines of `.env`, or an empty text. With `ALLOW_DEMO_KEYS=true` the demo keys are used instead, even
 * if `file` has others.
 */
export async function keepSecrets(file: string): Promise<string> {
  const { ALLOW_DEMO_KEYS } = loadEnvironment(file);
  if (ALLOW_DEMO_KEYS?.trim() && apply('ALLOW_DEMO_KEYS', ALLOW_DEMO_KEYS.trim(), boolean)) useDemoKeys();
  const environment = loadEnvironment(file);
  const missing = Object.entries(MAKERS).filter(([name]) => !environment[name]?.trim());
  const lines = missing.map(([name, make]) => `${name}=${make()}\n`).join('');
  if (lines === '') return lines;
  try {
    await mkdir(dirname(file), { recursive: true });
    await ignoreInGit(dirname(file));
    await writeWhole(file, (existsSync(file) ? await readFile(file, 'utf8') : '') + lines);
  } catch (error) {
    throw new SettingError(
      'DATA_DIR',
      `cannot store keys and secrets in ${file}: ${(error as Error).message}`,
    );
  }
  return lines;
}

function useDemoKeys(): void {
  const { testPublic, testSecret, livePublic, liveSecret } = DEMO_KEYS;
  setUnset({
    TEST_PUBLIC_KEY: testPublic,
    TEST_SECRET_KEY: testSecret,
    LIVE_PUBLIC_KEY: livePublic,
    LIVE_SECRET_KEY: liveSecret,
    WEBHOOK_SECRET: DEMO_WEBHOOK_SECRET,
  });
}

/** Replaces the file atomically; only its owner may read it. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
