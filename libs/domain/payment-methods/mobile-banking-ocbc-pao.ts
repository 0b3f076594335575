import { mobileBanking } from './mobile-banking.js';
import { accountLimits } from './method-defaults.js';

/** OCBC Pay Anyone, the predecessor of OCBC Digital (docs/fidelity.md P7, P13). */
export const mobileBankingOcbcPao = mobileBanking('ocbc_pao', 'OCBC Pay Anyone', {
  countries: ['SG'],
  limits: accountLimits('SGD'),
});
