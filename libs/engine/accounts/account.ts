import type { ApiVersion } from '#kernel/api-versions/versions.js';
import type { ExchangeRate } from '#kernel/exchange-rates.js';
import type { Currency } from '#kernel/money.js';
import type { KeyKind, Tenant } from '#kernel/scope.js';
import type { Fidelity } from '#platform/config/account-settings.js';
import type { FaultRule } from '../faults/rules/fault.js';
import type { Challenge, PageTheme } from './rules/account-options.js';

/** A merchant in the present epoch of its sandbox, as every request and job needs it. */
export interface Account {
  /** Of this epoch: what rows belong to. Callers see the {@link publicId}. */
  readonly id: string;
  /** The same in every epoch. */
  readonly publicId: string;
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly currency: Currency;
  /** The version its events are stored in, and its answers are rendered in unless a request names another. */
  readonly apiVersion: ApiVersion;
  readonly zeroInterestInstallments: boolean;
  /** Stored for the merchant, and never used. */
  readonly chainReturnUri: string | null;
  /** True if every card charge requires 3-D Secure. */
  readonly threeDSecure: boolean;
  readonly threeDSecureChallenge: Challenge;
  readonly pageTheme: PageTheme;
  /** True if pending charges are paid without a customer. */
  readonly autoApprove: boolean;
  /** They replace the fixed rates, each from its instant on. */
  readonly exchangeRates: readonly ExchangeRate[];
  readonly fidelity: Fidelity;
  /** The text that makes the ids of its objects; null: they are random. */
  readonly idSeed: string | null;
  /** Base URLs in links, without a slash at their ends. */
  readonly baseUrl: string;
  readonly vaultUrl: string;
  readonly payUrl: string;
  readonly clockOffsetMs: number;
  /** The time at which its clock stands still; null while it runs. */
  readonly frozenAt: Date | null;
  /** The move of its clock that is under way. Meanwhile that move does due work, and the worker does not. */
  readonly clockMoveId: string | null;
  /** Until when a caller waits for commits of it, in the machine's time. */
  readonly watchedUntil: Date | null;
  /** Its active faults, in the order in which they were set. */
  readonly faults: readonly FaultRule[];
  /** The transaction of the restore that began its epoch; null where the epoch began empty. */
  readonly restoredXid: bigint | null;
  readonly hasTtl: boolean;
  readonly createdAt: Date;
}

/** The account, mode and kind of a key. */
export interface KeyHolder extends Tenant {
  readonly kind: KeyKind;
}
