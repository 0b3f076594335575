import { emvAmount, emvCode, emvField } from './emv-code.js';

/** A receiver that no wallet finds: names that end so are never given to anybody (docs/fidelity.md P16). */
const NOBODY = 'tollgate.invalid';
const BAHT = '764';

/**
 * The text in the code that a shop displays at its till. `wallet` is the type of the source, `amount` is in
 * satang.
 */
export function storeCode(wallet: string, { amount }: { readonly amount: number }): string {
  const receiver = emvField('26', emvField('00', NOBODY) + emvField('01', wallet));
  return emvCode(receiver, emvField('53', BAHT), emvAmount(amount), emvField('58', 'TH'));
}
