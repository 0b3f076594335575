import type { Card } from '#domain/cards/card.js';
import type { ChargeStatus } from '#domain/charges/charge.js';
import { isoSeconds } from '#domain/time.js';
import type { Token } from '#domain/tokens/token.js';
import { cardView, type CardView } from '../cards/card.view.js';

export interface TokenView {
  object: 'token';
  id: string;
  livemode: boolean;
  location: string;
  used: boolean;
  charge_status: ChargeStatus | 'unknown';
  card: CardView | null;
  created_at: string;
  created: string;
}

/** A token with what its view shows beside it. */
export interface LoadedToken {
  readonly token: Token;
  readonly card: Card;
  /** Of the charge that it paid. */
  readonly chargeStatus: ChargeStatus | null;
}

/** The token object, keys in the recorded order (docs/fidelity.md T2, T4). */
export function tokenView({ token, card, chargeStatus }: LoadedToken, vaultUrl: string): TokenView {
  const used = token.usedAt !== null;
  const createdAt = isoSeconds(token.createdAt);
  return {
    object: 'token',
    id: token.id,
    livemode: token.livemode,
    location: `${vaultUrl}/tokens/${token.id}`,
    used,
    charge_status: chargeStatus ?? 'unknown',
    card: used ? null : { ...cardView(card), created: isoSeconds(card.createdAt) },
    created_at: createdAt,
    created: createdAt,
  };
}
