import type { Currency } from '#kernel/money.js';
import type { VersionedObject } from '#kernel/scope.js';

/** An address where anybody pays one amount, once or as often as they like. */
export interface Link extends VersionedObject {
  readonly amount: number;
  readonly currency: Currency;
  readonly title: string;
  readonly description: string;
  readonly multiple: boolean;
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
