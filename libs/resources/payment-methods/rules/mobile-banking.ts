import { SOURCES_SINCE } from '#kernel/api-versions/versions.js';
import { MINUTE_MS } from '#kernel/time.js';
import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS, WHOLE_REFUNDS } from './method-defaults.js';

/** Of a bank in Thailand (docs/fidelity.md P2). */
const IN_THAILAND = { countries: ['TH'], limits: { THB: { min: 2_000, max: 15_000_000 } } };

/**
 * The mobile banking app of a bank: the customer confirms in the app (docs/fidelity.md P2, P7). `bay` is Krungsri,
 * `bbl` Bangkok Bank, `kbank` Kasikornbank, `ktb` Krung Thai Bank, `scb` Siam Commercial Bank.
 */
function mobileBanking(
  bank: string,
  app: string,
  terms: Pick<PaymentMethod, 'countries' | 'limits'> & Partial<PaymentMethod> = IN_THAILAND,
): PaymentMethod {
  return {
    ...METHOD_DEFAULTS,
    type: `mobile_banking_${bank}`,
    title: app,
    flow: 'app_redirect',
    pageKind: 'mobile_banking',
    since: SOURCES_SINCE,
    expiresAfterMs: 10 * MINUTE_MS,
    references: 'provider',
    handOff: { kind: 'app', app },
    ...terms,
  };
}

export const mobileBankingBay = mobileBanking('bay', 'KMA');
export const mobileBankingBbl = mobileBanking('bbl', 'Bualuang mBanking');
export const mobileBankingKbank = mobileBanking('kbank', 'K PLUS');
export const mobileBankingKtb = mobileBanking('ktb', 'Krungthai NEXT');
export const mobileBankingScb = mobileBanking('scb', 'SCB EASY');

/** OCBC Digital, the app of a bank in Singapore (docs/fidelity.md P7, P13). */
export const mobileBankingOcbc = mobileBanking('ocbc', 'OCBC Digital', {
  countries: ['SG'],
  limits: accountLimits('SGD'),
  refunds: WHOLE_REFUNDS,
});

/** OCBC Pay Anyone, the predecessor of OCBC Digital (docs/fidelity.md P7, P13). */
export const mobileBankingOcbcPao = mobileBanking('ocbc_pao', 'OCBC Pay Anyone', {
  countries: ['SG'],
  limits: accountLimits('SGD'),
});
