import { withPrefix } from '#kernel/ids.js';
import type { ApiVersion } from '#kernel/api-versions/versions.js';
import { CURRENCY_CODES, decimalText, type Currency } from '#kernel/money.js';
import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Account } from '#engine/accounts/account.js';
import { transferFees } from '../transfers/rules/transfer.rules.js';
import { transferLimits } from './rules/account-limits.js';

/** The merchant account of the key. */
export interface AccountView {
  object: 'account';
  /** @example "account_test_60aaaaaaaaaaaaaaaa1" */
  id: string;
  /** @example "acct_60aaaaaaaaaaaaaaaa1" */
  team: string;
  livemode: boolean;
  location: '/account';
  /**
   * Two capital letters (ISO 3166).
   * @example "TH"
   */
  country: string;
  currency: Currency;
  /** @example "shop@example.com" */
  email: string;
  created_at: Timestamp;
  /** Currencies that charges accept. */
  supported_currencies: readonly Currency[];
  /** API version of responses and events. A request can override it with `Omise-Version`. */
  api_version: ApiVersion;
  auto_activate_recipients: boolean;
  chain_enabled: boolean;
  /** True if the merchant pays the interest of installments. A source can override it. */
  zero_interest_installments: boolean;
  /**
   * Stored as sent, without any effect.
   * @example null
   */
  chain_return_uri: string | null;
  /**
   * URL that receives the events of the key's mode.
   * @example "https://shop.example/webhooks"
   */
  webhook_uri: string | null;
  metadata_export_keys: { charge: never[]; transfer: never[]; refund: never[]; dispute: never[] };
  chaining_allowed: boolean;
  last_updated_api_version: null;
  transfer_config: TransferConfigView;
  /** True if every card charge requires 3-D Secure (docs/fidelity.md A9). */
  three_d_secure: boolean;
}

/** Amounts are decimal texts in the main unit of the account's currency. */
interface TransferConfigView {
  /** @example "30.00" */
  min_transfer_amount: string;
  /** @example "1000000000.00" */
  max_transfer_amount: string;
  /** @example "1000000000.00" */
  same_bank_max_transfer_amount: string;
  is_payout_enabled: false;
  /** @example "30.00" */
  fee: string;
  provider: '';
  merchant_id: 'OPNK';
  transfer_service_availability: null;
  max_active_realtime_transfer_schedules: null;
}

function transferConfig(currency: Currency): TransferConfigView {
  const { min, max } = transferLimits(currency);
  const { fee, feeVat } = transferFees(currency);
  const largest = decimalText(max, currency);
  return {
    min_transfer_amount: decimalText(min, currency),
    max_transfer_amount: largest,
    same_bank_max_transfer_amount: largest,
    is_payout_enabled: false,
    fee: decimalText(fee + feeVat, currency),
    provider: '',
    merchant_id: 'OPNK',
    transfer_service_availability: null,
    max_active_realtime_transfer_schedules: null,
  };
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
    transfer_config: transferConfig(account.currency),
    three_d_secure: account.threeDSecure,
  };
}
