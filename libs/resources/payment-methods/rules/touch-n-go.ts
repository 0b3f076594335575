import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** Touch 'n Go, a Malaysian wallet (docs/fidelity.md P13). */
export const touchNGo: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'touch_n_go',
  title: "Touch 'n Go eWallet",
  flow: 'app_redirect',
  countries: ['TH', 'MY', 'SG'],
  limits: accountLimits('THB', 'MYR', 'SGD'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'app', app: "Touch 'n Go eWallet" },
};
