import type { Currency } from '../money.js';
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
  readonly ip: string | null;
  readonly createdAt: Date;
}
