import { mobileBanking } from './mobile-banking.js';

/** The app of Kasikornbank. */
export const mobileBankingKbank = mobileBanking('kbank', 'K PLUS');
