import { withPrefix } from '#domain/ids.js';
import type { ApiVersion } from '#domain/api-versions/versions.js';
import { CURRENCY_CODES, type Currency } from '#domain/money.js';
import { isoSeconds, type Timestamp } from '#domain/time.js';
import type { Account } from './account.js';

/** The merchant whose key asks. */
export interface AccountView {
  object: 'account';
  /** @example "account_test_60aaaaaaaaaaaaaaaa1" */
  id: string;
  /** @example "acct_60aaaaaaaaaaaaaaaa1" */
  team: string;
  livemode: boolean;
  location: '/account';
  /**
   * Two capital letters.
   * @example "TH"
   */
  country: string;
  currency: Currency;
  /** @example "shop@example.com" */
  email: string;
  created_at: Timestamp;
  /** The currencies that charges can be made in. */
  supported_currencies: readonly Currency[];
  /** The version of answers and events unless a request names another. */
  api_version: ApiVersion;
  auto_activate_recipients: boolean;
  chain_enabled: boolean;
  /** Whether the merchant pays the interest of installments unless a source says otherwise. */
  zero_interest_installments: boolean;
  /**
   * Kept as it was sent; nobody is sent there.
   * @example null
   */
  chain_return_uri: string | null;
  /**
   * Where the events of this mode go.
   * @example "https://shop.example/webhooks"
   */
  webhook_uri: string | null;
  metadata_export_keys: { charge: never[]; transfer: never[]; refund: never[]; dispute: never[] };
  chaining_allowed: boolean;
  last_updated_api_version: null;
  transfer_config: null;
  /** Whether every card charge asks the cardholder to prove who they are (docs/fidelity.md A9). */
  three_d_secure: boolean;
}

/** The account object, keys in the recorded order (docs/fidelity.md A1). */
export function accountView(account: Account, livemode: boolean, webhookUri: string | null): AccountView {
  return {
    object: 'account',
    id: withPrefix('account', livemode, account.publicId),
    team: `acct_${account.publicId}`,
    livemode,
    location: '/account',
    country: account.country,
    currency: account.currency,
    email: account.email,
    created_at: isoSeconds(account.createdAt),
    supported_currencies: CURRENCY_CODES,
    api_version: account.apiVersion,
    auto_activate_recipients: false,
    chain_enabled: false,
    zero_interest_installments: account.zeroInterestInstallments,
    chain_return_uri: account.chainReturnUri,
    webhook_uri: webhookUri,
    metadata_export_keys: { charge: [], transfer: [], refund: [], dispute: [] },
    chaining_allowed: false,
    last_updated_api_version: null,
    transfer_config: null,
    three_d_secure: account.threeDSecure,
  };
}
