import { openAccount, type AccountKeys } from '../rig/account.js';
import type { Pace } from './pace.js';
import { WEBHOOK_SECRET, type Surroundings } from './surroundings.js';

/** A merchant of the run: an account in test mode, and where its webhooks go. */
export interface Merchant extends AccountKeys {
  readonly webhookUri: string;
  /** Addresses that a charge can name besides. */
  readonly otherUris: readonly string[];
  /** The latest that one of its charges is to expire, in seconds from when it is made. */
  readonly longestWaitS: number;
}

/** Account currencies: the second exchanges, and rounds. */
const CURRENCIES = ['THB', 'USD'];

/** A merchant for each currency, whose webhooks go to a receiver with a temper of its own. */
export async function makeMerchants(
  { postgres, database, receivers }: Surroundings,
  { longestWaitS }: Pick<Pace, 'longestWaitS'>,
): Promise<Merchant[]> {
  return Promise.all(
    CURRENCIES.map(async (currency, index) => {
      const home = receivers[index % receivers.length];
      if (!home) throw new Error('There are no receivers');
      const webhookUri = home.uri(`account-${index}`);
      const shop = await openAccount(postgres, database, {
        currency,
        webhookUri,
        webhookSecret: WEBHOOK_SECRET,
      });
      return {
        ...shop,
        webhookUri,
        otherUris: receivers.map((receiver) => receiver.uri(`charge-${index}`)),
        longestWaitS,
      };
    }),
  );
}
