/** The issuing bank, by the first digits of a number. Unknown texts are empty. */
export interface Issuer {
  readonly bank: string;
  readonly financing: '' | 'credit' | 'debit';
  /** Two lower-case letters. */
  readonly country: string;
}

const NOT_KNOWN: Issuer = { bank: '', financing: '', country: '' };
const ISSUER_DIGITS = 6;

/** By issuer identification number, the first six digits (docs/fidelity.md T8). */
const ISSUERS: Readonly<Record<string, Issuer>> = {
  '353011': { bank: 'JCB CO. LTD.', financing: 'credit', country: 'jp' },
  '356611': { bank: 'JCB CO. LTD.', financing: 'credit', country: 'jp' },
  '360210': { bank: 'DINERS CLUB INTERNATIONAL', financing: 'credit', country: 'us' },
  '377138': { bank: 'AMERICAN EXPRESS', financing: 'credit', country: 'us' },
  '378282': { bank: 'AMERICAN EXPRESS', financing: 'credit', country: 'us' },
  '400022': { bank: 'NAVY FEDERAL CREDIT UNION', financing: 'debit', country: 'us' },
  '411111': { bank: 'JPMORGAN CHASE BANK N.A.', financing: 'credit', country: 'us' },
  '424242': { bank: 'JPMORGAN CHASE BANK N.A.', financing: 'credit', country: 'us' },
  '453914': { bank: 'SIAM COMMERCIAL BANK', financing: 'debit', country: 'th' },
  '493400': { bank: 'KRUNG THAI BANK', financing: 'debit', country: 'th' },
  '498007': { bank: 'SUMITOMO MITSUI CARD', financing: 'credit', country: 'jp' },
  '517805': { bank: 'CAPITAL ONE BANK', financing: 'credit', country: 'us' },
  '524000': { bank: 'BANK OF AYUDHYA', financing: 'credit', country: 'th' },
  '534100': { bank: 'RAKUTEN BANK', financing: 'debit', country: 'jp' },
  '545454': { bank: 'BANGKOK BANK', financing: 'debit', country: 'th' },
  '555555': { bank: 'KASIKORNBANK', financing: 'credit', country: 'th' },
  '625094': { bank: 'CHINA UNIONPAY', financing: 'debit', country: 'cn' },
  '644703': { bank: 'DISCOVER BANK', financing: 'debit', country: 'us' },
};

/** The issuer of a number, as far as the table goes. */
export function issuerOf(number: string): Issuer {
  return ISSUERS[number.slice(0, ISSUER_DIGITS)] ?? NOT_KNOWN;
}
