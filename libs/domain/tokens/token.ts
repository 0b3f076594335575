/** A card for one charge or one customer. */
export interface Token {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly version: number;
  readonly cardId: string;
  readonly usedAt: Date | null;
  readonly chargeId: string | null;
  readonly createdAt: Date;
}
