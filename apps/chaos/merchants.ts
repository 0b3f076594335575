import { newSuffix } from '#domain/ids.js';
import { hashKey } from '#gateway/accounts/account-directory.js';
import { Clock } from '#platform/clock/clock.js';
import { WEBHOOK_SECRET, type Surroundings } from './surroundings.js';

/** A merchant of the run: an account in test mode, and where its webhooks go. */
export interface Merchant {
  readonly id: string;
  readonly publicKey: string;
  readonly secretKey: string;
  readonly webhookUri: string;
  /** Addresses that a charge can name besides. */
  readonly otherUris: readonly string[];
}

/** Account currencies: the second exchanges, and rounds. */
const CURRENCIES = ['THB', 'USD'];

/** A merchant for each currency, whose webhooks go to a receiver with a temper of its own. */
export async function makeMerchants({ postgres, database, receivers }: Surroundings): Promise<Merchant[]> {
  const now = new Clock().machineNow();
  return Promise.all(
    CURRENCIES.map(async (currency, index) => {
      const id = newSuffix(now);
      const [publicKey, secretKey] = [`pkey_test_${id}`, `skey_test_${id}`];
      const home = receivers[index % receivers.length];
      if (!home) throw new Error('There are no receivers');
      const webhookUri = home.uri(`account-${index}`);
      await postgres.query(
        database,
        `WITH account AS (
           INSERT INTO account (id, slug, name, email, country, currency, api_version, webhook_secret, created_at)
           VALUES ($1, $1, 'Chaos', 'chaos@shop.example', 'TH', $2, '2019-05-29', $3, $4)),
         keys AS (
           INSERT INTO api_key (sha256, account_id, livemode, kind, public_key)
           VALUES ($5, $1, false, 'public', $6), ($7, $1, false, 'secret', NULL))
         INSERT INTO webhook_endpoint (account_id, livemode, uri) VALUES ($1, false, $8)`,
        [id, currency, WEBHOOK_SECRET, now, hashKey(publicKey), publicKey, hashKey(secretKey), webhookUri],
      );
      return { id, publicKey, secretKey, webhookUri, otherUris: receivers.map((receiver) => receiver.uri(`charge-${index}`)) };
    }),
  );
}
