import type { Currency } from '../money.js';

/** An address where anybody pays one amount, once or as often as they like. */
export interface Link {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  /** Grows by one with every change; a write requires the version that was read. */
  readonly version: number;
  readonly amount: number;
  readonly currency: Currency;
  readonly title: string;
  readonly description: string;
  readonly multiple: boolean;
  readonly createdAt: Date;
  /** When it was paid for the first time. */
  readonly usedAt: Date | null;
  readonly deletedAt: Date | null;
}

export type LinkPhase = 'open' | 'paid' | 'deleted';

export function linkPhaseOf({
  multiple,
  usedAt,
  deletedAt,
}: Pick<Link, 'multiple' | 'usedAt' | 'deletedAt'>): LinkPhase {
  if (deletedAt !== null) return 'deleted';
  return usedAt === null || multiple ? 'open' : 'paid';
}
