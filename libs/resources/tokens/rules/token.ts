import type { VersionedObject } from '#kernel/scope.js';

/** A card for one charge or one customer. */
export interface Token extends VersionedObject {
  readonly cardId: string;
  readonly usedAt: Date | null;
  readonly chargeId: string | null;
}
