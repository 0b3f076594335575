import type { Source } from '../../sources/rules/source.js';

/** Monthly installment interest of a bank, in tenths of a percent of the charge (docs/fidelity.md M6). */
const MONTHLY_TENTHS = 8;
const NONE = '0.0';

/** Installment interest that the merchant pays, in percent of the charge, as decimal text. */
export function interestRateOf({
  installmentTerm,
  zeroInterestInstallments,
}: Pick<Source, 'installmentTerm' | 'zeroInterestInstallments'>): string {
  if (installmentTerm === null || !zeroInterestInstallments) return NONE;
  const tenths = installmentTerm * MONTHLY_TENTHS;
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}
