import { newSuffix } from '../../libs/kernel/ids.js';
import { hashKey } from '../../libs/engine/accounts/account-directory.js';
import { Clock } from '../../libs/platform/clock/clock.js';
import type { OwnPostgres } from './own-postgres.js';

/** An account, and its keys in test mode. */
export interface AccountKeys {
  readonly id: string;
  readonly publicKey: string;
  readonly secretKey: string;
}

/** A new account in test mode, whose webhooks go to `webhookUri`, or nowhere. */
export async function openAccount(
  postgres: OwnPostgres,
  database: string,
  facts: { readonly currency: string; readonly webhookUri: string | null; readonly webhookSecret: string },
): Promise<AccountKeys> {
  const now = new Clock().machineNow();
  const id = newSuffix();
  const [publicKey, secretKey] = [`pkey_test_${id}`, `skey_test_${id}`];
  await postgres.query(
    database,
    `WITH account AS (
       INSERT INTO account (id, public_id, name, email, country, currency, api_version, webhook_secret, created_at)
       VALUES ($1, $1, 'Rig', 'rig@shop.example', 'TH', $2, '2019-05-29', $3, $4)),
     keys AS (
       INSERT INTO api_key (sha256, account_id, livemode, kind, public_key)
       VALUES ($5, $1, false, 'public', $6), ($7, $1, false, 'secret', NULL))
     INSERT INTO webhook_endpoint (account_id, livemode, uri) SELECT $1, false, $8 WHERE $8::text IS NOT NULL`,
    [
      id,
      facts.currency,
      facts.webhookSecret,
      now,
      hashKey(publicKey),
      publicKey,
      hashKey(secretKey),
      facts.webhookUri,
    ],
  );
  return { id, publicKey, secretKey };
}
