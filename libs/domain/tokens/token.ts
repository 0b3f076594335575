/** Represents a card until it is used once: for a charge, or for a customer's saved card. */
export interface Token {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly version: number;
  readonly cardId: string;
  readonly usedAt: Date | null;
  /** The charge that it paid, if it was not attached to a customer. */
  readonly chargeId: string | null;
  readonly createdAt: Date;
}
