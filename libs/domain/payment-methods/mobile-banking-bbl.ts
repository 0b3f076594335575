import { mobileBanking } from './mobile-banking.js';

/** The app of Bangkok Bank. */
export const mobileBankingBbl = mobileBanking('bbl', 'Bualuang mBanking');
