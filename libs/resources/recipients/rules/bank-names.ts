/** Names of banks by code (docs/fidelity.md RC1). */
const BANK_NAMES: Readonly<Record<string, string>> = {
  test: 'Test Bank',
  bbl: 'Bangkok Bank',
  kbank: 'Kasikornbank',
  rbs: 'Royal Bank of Scotland',
  ktb: 'Krungthai Bank',
  jpm: 'J.P. Morgan',
  mufg: 'Bank of Tokyo-Mitsubishi UFJ',
  ttb: 'TMBThanachart Bank',
  scb: 'Siam Commercial Bank',
  citi: 'Citibank',
  smbc: 'Sumitomo Mitsui Banking Corporation',
  sc: 'Standard Chartered',
  cimb: 'CIMB Thai',
  uob: 'United Overseas Bank',
  bay: 'Bank of Ayudhya',
  mega: 'Mega International Commercial Bank',
  boa: 'Bank of America',
  cacib: 'Crédit Agricole',
  gsb: 'Government Savings Bank',
  hsbc: 'HSBC',
  db: 'Deutsche Bank',
  ghb: 'Government Housing Bank',
  baac: 'Bank for Agriculture and Agricultural Cooperatives',
  mb: 'Mizuho Bank',
  bnp: 'BNP Paribas',
  ibank: 'Islamic Bank of Thailand',
  tisco: 'TISCO Bank',
  kk: 'Kiatnakin Phatra Bank',
  icbc: 'ICBC Thai',
  tcrb: 'Thai Credit Retail Bank',
  lhb: 'Land and Houses Bank',
};

/** The code if the name is unknown. */
export function bankName(code: string): string {
  return BANK_NAMES[code] ?? code;
}
