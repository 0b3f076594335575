import { internetBanking } from './internet-banking.js';

/** The website of Bangkok Bank. */
export const internetBankingBbl = internetBanking('bbl', 'Bualuang iBanking');
