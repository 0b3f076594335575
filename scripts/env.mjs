// `npm run env`: writes `.env` with random keys and secrets. An existing file is not changed.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXAMPLE = join(dirname(dirname(fileURLToPath(import.meta.url))), '.env.example');

const word = () => randomBytes(16).toString('hex');
const MADE = {
  TEST_PUBLIC_KEY: `pkey_test_${word()}`,
  TEST_SECRET_KEY: `skey_test_${word()}`,
  LIVE_PUBLIC_KEY: `pkey_${word()}`,
  LIVE_SECRET_KEY: `skey_${word()}`,
  WEBHOOK_SECRET: randomBytes(32).toString('base64'),
  VAULT_SECRET: randomBytes(32).toString('base64'),
  POSTGRES_PASSWORD: word(),
  CONTROL_TOKEN: word(),
  SANDBOX_SECRET: randomBytes(32).toString('base64'),
};

const text = Object.entries(MADE).reduce(
  (lines, [name, value]) => lines.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`),
  readFileSync(EXAMPLE, 'utf8'),
);
try {
  writeFileSync('.env', text, { flag: 'wx', mode: 0o600 });
} catch (error) {
  console.error(
    `tollgate: cannot write .env: ${error.code === 'EEXIST' ? 'the file exists; move it away to generate new keys and secrets' : error.message}`,
  );
  process.exit(1);
}
console.log(`Wrote .env with a new ${Object.keys(MADE).join(', ')}`);
