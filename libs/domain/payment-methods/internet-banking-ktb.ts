import { internetBanking } from './internet-banking.js';

/** The website of Krungthai. */
export const internetBankingKtb = internetBanking('ktb', 'KTB Netbank');
