import type { Metadata } from '../metadata.js';

/** Someone who pays more than once, with their saved cards and linked accounts. */
export interface Customer {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  /** Grows by one with every change of the customer or of which cards and linked accounts it has. */
  readonly version: number;
  readonly description: string | null;
  readonly email: string | null;
  readonly metadata: Metadata;
  /** The card that is charged unless another is named; null when there is none. */
  readonly defaultCardId: string | null;
  readonly deleted: boolean;
  readonly createdAt: Date;
}
