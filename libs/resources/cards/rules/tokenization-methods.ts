/** The wallets that a token can be made of instead of a typed card. */
export const TOKENIZATION_METHODS = ['googlepay', 'applepay'] as const;

export type TokenizationMethod = (typeof TOKENIZATION_METHODS)[number];
