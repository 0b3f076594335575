import { withPrefix } from '#domain/ids.js';
import { CURRENCY_CODES } from '#domain/money.js';
import { isoSeconds } from '#domain/time.js';
import type { Account } from './account.js';

/** The account object, keys in the recorded order (docs/fidelity.md A1). */
export function accountView(account: Account, livemode: boolean, webhookUri: string | null): Record<string, unknown> {
  return {
    object: 'account',
    id: withPrefix('account', livemode, account.id),
    team: `acct_${account.id}`,
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
    chain_return_uri: null,
    webhook_uri: webhookUri,
    metadata_export_keys: { charge: [], transfer: [], refund: [], dispute: [] },
    chaining_allowed: false,
    last_updated_api_version: null,
    transfer_config: null,
    three_d_secure: account.threeDSecure,
  };
}
