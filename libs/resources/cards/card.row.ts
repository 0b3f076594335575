import type { JsonRow } from '#platform/database/json-rows.js';
import type { CardOutcome } from './rules/card-outcome.js';
import type { TokenizationMethod } from './rules/tokenization-methods.js';
import type { Card } from './rules/card.js';

export function toCard(stored: JsonRow<'Card'>): Card {
  const tokenizationMethod = stored.tokenizationMethod as TokenizationMethod | null;
  return { ...stored, tokenizationMethod, outcome: stored.outcome as CardOutcome };
}
