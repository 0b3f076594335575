import { internetBanking } from './internet-banking.js';

/** The website of Krungsri. */
export const internetBankingBay = internetBanking('bay', 'Krungsri Online');
