import { openAccount, type AccountKeys } from '../rig/account.js';
import type { Pace } from './pace.js';
import { WEBHOOK_SECRET, type Surroundings } from './surroundings.js';

/** An account in test mode with its webhook address. */
export interface Merchant extends AccountKeys {
  readonly webhookUri: string;
  /** Further addresses for `webhook_endpoints` of charges. */
  readonly otherUris: readonly string[];
  /** The longest lifetime of its charges, in seconds. */
  readonly longestWaitS: number;
}

/** Currencies of the accounts. The second one needs exchange and rounding. */
const CURRENCIES = ['THB', 'USD'];

/** A merchant for each currency. Each sends its webhooks to another receiver. */
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
