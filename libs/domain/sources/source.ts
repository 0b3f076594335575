import type { Currency } from '../money.js';
import type { SourceDetails } from './source-details.js';
import type { PlatformType } from './source.rules.js';

/** A payment that a customer means to make with a method that is not a card. One source serves one charge. */
export interface Source {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly type: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly platformType: PlatformType | null;
  /** In how many months the customer pays; null when they pay at once. */
  readonly installmentTerm: number | null;
  /** True if the merchant pays the interest of the installments; null without installments. */
  readonly zeroInterestInstallments: boolean | null;
  readonly details: SourceDetails;
  readonly ip: string | null;
  readonly createdAt: Date;
}
