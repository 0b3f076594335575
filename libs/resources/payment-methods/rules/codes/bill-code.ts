/** The gateway's tax number and branch on bills, which no company has (docs/fidelity.md P11). */
export const BILLER_TAX_ID = '0000000000000';
const BRANCH = '00';

/** The text in a bill's code for Thai banks and counters: biller, two references, amount in satang. */
export function billCode({
  amount,
  providerReferences,
}: {
  readonly amount: number;
  readonly providerReferences: readonly string[];
}): string {
  return [`|${BILLER_TAX_ID}${BRANCH}`, ...providerReferences, String(amount)].join('\r');
}
