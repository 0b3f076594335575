import type { CardOutcome } from '#domain/cards/card-outcome.js';
import type { TokenizationMethod } from '#domain/cards/tokenization-methods.js';
import type { Card } from '#domain/cards/card.js';
import type { Card as StoredCard } from '#platform/database/generated/client.js';

export function toCard(stored: StoredCard): Card {
  const tokenizationMethod = stored.tokenizationMethod as TokenizationMethod | null;
  return { ...stored, tokenizationMethod, outcome: stored.outcome as CardOutcome };
}
