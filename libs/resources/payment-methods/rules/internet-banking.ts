import { DAY_MS } from '#kernel/time.js';
import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS } from './method-defaults.js';

/**
 * The website of a Thai bank, where the customer logs in and pays (docs/fidelity.md P7). `bay` is Krungsri, `bbl`
 * Bangkok Bank, `ktb` Krung Thai Bank, `scb` Siam Commercial Bank.
 */
function internetBanking(bank: string, title: string): PaymentMethod {
  return {
    ...METHOD_DEFAULTS,
    type: `internet_banking_${bank}`,
    title,
    flow: 'redirect',
    pageKind: 'internet_banking',
    backendType: 'internet_banking',
    limits: accountLimits('THB'),
    expiresAfterMs: DAY_MS,
  };
}

export const internetBankingBay = internetBanking('bay', 'Krungsri Online');
export const internetBankingBbl = internetBanking('bbl', 'Bualuang iBanking');
export const internetBankingKtb = internetBanking('ktb', 'KTB Netbank');
export const internetBankingScb = internetBanking('scb', 'SCB Easy Net');
