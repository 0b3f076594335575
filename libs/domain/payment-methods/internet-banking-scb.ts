import { internetBanking } from './internet-banking.js';

/** The website of Siam Commercial Bank. */
export const internetBankingScb = internetBanking('scb', 'SCB Easy Net');
