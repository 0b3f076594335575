/** What the first digits of a number tell of the bank that gave out the card. Empty texts: nothing is known. */
export interface Issuer {
  readonly bank: string;
  readonly financing: '' | 'credit' | 'debit' | 'prepaid';
  /** Two lower-case letters. */
  readonly country: string;
}

const NOT_KNOWN: Issuer = { bank: '', financing: '', country: '' };

/** By issuer identification number, its first six digits (docs/fidelity.md T8). */
const ISSUERS: Readonly<Record<string, Issuer>> = {
  '424242': { bank: 'JPMORGAN CHASE BANK N.A.', financing: 'credit', country: 'us' },
};

/** The issuer of a number, as far as the table goes. */
export function issuerOf(number: string): Issuer {
  return ISSUERS[number.slice(0, 6)] ?? NOT_KNOWN;
}
