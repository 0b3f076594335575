import { mobileBanking } from './mobile-banking.js';

/** The app of Krung Thai Bank. */
export const mobileBankingKtb = mobileBanking('ktb', 'Krungthai NEXT');
