import { mobileBanking } from './mobile-banking.js';

/** The app of Krungsri. */
export const mobileBankingBay = mobileBanking('bay', 'KMA');
