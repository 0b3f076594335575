import type { Currency } from '#kernel/money.js';
import type { OwnedObject } from '#kernel/scope.js';
import type { SourceDetails } from './source-details.js';
import type { PlatformType } from './source.rules.js';

/** A payment method other than a card, for one charge. */
export interface Source extends OwnedObject {
  readonly type: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly platformType: PlatformType | null;
  /** In months. Null without installments. */
  readonly installmentTerm: number | null;
  /** True if the merchant pays the interest. Null without installments. */
  readonly zeroInterestInstallments: boolean | null;
  readonly details: SourceDetails;
  readonly ip: string | null;
}
