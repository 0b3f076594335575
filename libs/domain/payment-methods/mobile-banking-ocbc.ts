import { mobileBanking } from './mobile-banking.js';
import { accountLimits, WHOLE_REFUNDS } from './method-defaults.js';

/** OCBC Digital, the app of a bank in Singapore (docs/fidelity.md P7, P13). */
export const mobileBankingOcbc = mobileBanking('ocbc', 'OCBC Digital', {
  countries: ['SG'],
  limits: accountLimits('SGD'),
  refunds: WHOLE_REFUNDS,
});
