/** The tax number and the branch that stand for the gateway on bills: nobody's (docs/fidelity.md P11). */
export const BILLER_TAX_ID = '0000000000000';
const BRANCH = '00';

/** What the code of a bill says, as Thai banks and counters read it: who is paid, two references, and the amount in satang. */
export function billCode({
  amount,
  providerReferences,
}: {
  readonly amount: number;
  readonly providerReferences: readonly string[];
}): string {
  return [`|${BILLER_TAX_ID}${BRANCH}`, ...providerReferences, String(amount)].join('\r');
}
