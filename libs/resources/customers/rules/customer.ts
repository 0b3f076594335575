import type { Metadata } from '#kernel/metadata.js';
import type { OwnedObject } from '#kernel/scope.js';

/** Someone who pays more than once, with their saved cards and linked accounts. */
export interface Customer extends OwnedObject {
  /** Grows by one with every change of the customer or of its list of cards and linked accounts. */
  readonly version: number;
  readonly description: string | null;
  readonly email: string | null;
  readonly metadata: Metadata;
  /** The card to charge if a request names none. */
  readonly defaultCardId: string | null;
  readonly deleted: boolean;
}
