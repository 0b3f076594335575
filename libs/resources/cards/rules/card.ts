import type { VersionedObject } from '#kernel/scope.js';
import type { CardOutcome } from './card-outcome.js';
import type { TokenizationMethod } from './tokenization-methods.js';

/** Never contains the number or security code: these never leave the request that brought them. */
export interface Card extends VersionedObject {
  /** The customer of a saved card; null in a token, also after the token paid a charge. */
  readonly customerId: string | null;
  readonly attachedAt: Date | null;
  readonly deleted: boolean;
  readonly name: string;
  readonly brand: string;
  /** The issuer; empty if unknown, like `financing` and `country`. */
  readonly bank: string;
  readonly financing: string;
  /** Two lower-case letters. */
  readonly country: string;
  /** A keyed hash of account and number: base64 of 32 bytes. */
  readonly fingerprint: string;
  readonly firstDigits: string;
  readonly lastDigits: string;
  /** 1 to 12. */
  readonly expirationMonth: number;
  /** Four digits. */
  readonly expirationYear: number;
  /** True if a correct security code was sent with the number. */
  readonly securityCodeCheck: boolean;
  /** The wallet that it came from; null when it was typed. */
  readonly tokenizationMethod: TokenizationMethod | null;
  readonly outcome: CardOutcome;
  readonly street1: string | null;
  readonly street2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly phoneNumber: string | null;
  /** True if an e-mail address of its holder is known. */
  readonly hasEmail: boolean;
}
