import type { ApiVersion } from '#domain/api-versions/versions.js';
import type { Currency } from '#domain/money.js';
import type { KeyKind, Tenant } from '#domain/scope.js';

/** A merchant, as every request and job needs it. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly currency: Currency;
  /** The version its events are stored in, and its answers are rendered in unless a request names another. */
  readonly apiVersion: ApiVersion;
  readonly zeroInterestInstallments: boolean;
  /** An address that is kept for the merchant; nobody is sent there. */
  readonly chainReturnUri: string | null;
  /** Whether every card charge asks the cardholder to prove who they are. */
  readonly threeDSecure: boolean;
  readonly clockOffsetMs: number;
  readonly createdAt: Date;
}

/** What a key stands for. */
export interface KeyHolder extends Tenant {
  readonly kind: KeyKind;
}
