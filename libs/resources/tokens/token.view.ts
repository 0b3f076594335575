import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Card } from '../cards/rules/card.js';
import type { ChargeStatus } from '../charges/rules/charge.js';
import { cardView, type CardView } from '../cards/card.view.js';
import type { Token } from './rules/token.js';

/** A card for one charge or one customer. */
export interface TokenView {
  object: 'token';
  /** @example "tokn_test_60aaaaaaaaaaaaaaaa4" */
  id: string;
  livemode: boolean;
  /** @example "http://127.0.0.1:7401/tokens/tokn_test_60aaaaaaaaaaaaaaaa4" */
  location: string;
  used: boolean;
  /** Status of the charge. */
  charge_status: ChargeStatus | 'unknown';
  /** Null once the card is saved with a customer. */
  card: TokenCardView | null;
  created_at: Timestamp;
  created: Timestamp;
}

/** The card of a token. It has both `created` and `created_at`. */
interface TokenCardView extends CardView {
  created: Timestamp;
}

export interface LoadedToken {
  readonly token: Token;
  readonly card: Card;
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
    // A saved card is shown with its customer (docs/fidelity.md T10).
    card: used && chargeStatus === null ? null : { ...cardView(card), created: isoSeconds(card.createdAt) },
    created_at: createdAt,
    created: createdAt,
  };
}
