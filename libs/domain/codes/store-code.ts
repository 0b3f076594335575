import { emvAmount, emvCode, emvField } from './emv-code.js';

/** A receiver that no wallet finds: names that end so are never given to anybody (docs/fidelity.md P16). */
const NOBODY = 'tollgate.invalid';
const BAHT = '764';

/** What the code says that a shop shows at its till for a customer with `wallet`, the type of the source, to pay `amount` satang. */
export function storeCode(wallet: string, { amount }: { readonly amount: number }): string {
  const receiver = emvField('26', emvField('00', NOBODY) + emvField('01', wallet));
  return emvCode(receiver, emvField('53', BAHT), emvAmount(amount), emvField('58', 'TH'));
}
