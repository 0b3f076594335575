import type { Currency } from '../money.js';

/** An address where anybody pays one amount, once or as often as they like. */
export interface Link {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  /** Grows by one with every change: what a change is compared against before it is written. */
  readonly version: number;
  readonly amount: number;
  readonly currency: Currency;
  readonly title: string;
  readonly description: string;
  /** Whether it can be paid more than once. */
  readonly multiple: boolean;
  readonly createdAt: Date;
  /** When it was paid for the first time. */
  readonly usedAt: Date | null;
  readonly deletedAt: Date | null;
}

/** What a customer finds at a link: something to pay, or why there is nothing any more. */
export type LinkPhase = 'open' | 'paid' | 'deleted';

export function linkPhaseOf({ multiple, usedAt, deletedAt }: Pick<Link, 'multiple' | 'usedAt' | 'deletedAt'>): LinkPhase {
  if (deletedAt !== null) return 'deleted';
  return usedAt === null || multiple ? 'open' : 'paid';
}
