import { mobileBanking } from './mobile-banking.js';

/** The app of Siam Commercial Bank. */
export const mobileBankingScb = mobileBanking('scb', 'SCB EASY');
