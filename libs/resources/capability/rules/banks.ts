/**
 * The banks that transfers can go to, by the country of the account, in the recorded order (docs/fidelity.md
 * Q2).
 */
const BANKS: Readonly<Record<string, readonly string[]>> = {
  TH: [
    'test',
    'bbl',
    'kbank',
    'rbs',
    'ktb',
    'jpm',
    'mufg',
    'ttb',
    'scb',
    'citi',
    'smbc',
    'sc',
    'cimb',
    'uob',
    'bay',
    'mega',
    'boa',
    'cacib',
    'gsb',
    'hsbc',
    'db',
    'ghb',
    'baac',
    'mb',
    'bnp',
    'ibank',
    'tisco',
    'kk',
    'icbc',
    'tcrb',
    'lhb',
  ],
};

export function banksOf(country: string): readonly string[] {
  return BANKS[country] ?? [];
}
