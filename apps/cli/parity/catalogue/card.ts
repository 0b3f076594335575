import type { Exchange } from '../exchange.js';

export const CARD = {
  name: 'Somchai Prasert',
  number: '4242424242424242',
  expiration_month: 12,
  expiration_year: 2040,
  security_code: '123',
} as const;

/** Requests to the vault. */
export const VAULT = { resource: 'tokens', host: 'vault', key: 'public' } as const;

/** Saves a token and its card, as `card` and `card_card`. */
export function tokenOf(name: string, as: string, number: string = CARD.number): Exchange {
  return {
    name,
    request: 'POST /tokens',
    ...VAULT,
    body: { card: { ...CARD, number } },
    save: { [as]: 'id', [`${as}_card`]: 'card.id' },
    row: 'T3',
  };
}
