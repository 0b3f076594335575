import type { Bank } from './payment-method.js';

/**
 * The banks that both FPX and DuitNow lead to, in the order in which clients show them (docs/fidelity.md
 * P14).
 */
export const MALAYSIAN_BANKS: readonly Bank[] = [
  { code: 'affin', name: 'Affin Bank' },
  { code: 'alliance', name: 'Alliance Bank' },
  { code: 'agro', name: 'AGRONet' },
  { code: 'ambank', name: 'AmBank' },
  { code: 'islam', name: 'Bank Islam' },
  { code: 'muamalat', name: 'Bank Muamalat' },
  { code: 'rakyat', name: 'Bank Rakyat' },
  { code: 'bsn', name: 'BSN' },
  { code: 'cimb', name: 'CIMB Clicks' },
  { code: 'hongleong', name: 'Hong Leong Bank' },
  { code: 'hsbc', name: 'HSBC Bank' },
  { code: 'kfh', name: 'KFH' },
  { code: 'maybank2u', name: 'Maybank2U' },
  { code: 'ocbc', name: 'OCBC Bank' },
  { code: 'public', name: 'Public Bank' },
  { code: 'rhb', name: 'RHB Bank' },
  { code: 'sc', name: 'Standard Chartered' },
  { code: 'uob', name: 'UOB' },
];
