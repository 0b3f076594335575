import { emvAmount, emvCode, emvField } from './emv-code.js';

/** Field 29 of an EMVCo code: a transfer through PromptPay, to the holder of a tax number. */
const PROMPTPAY = 'A000000677010111';
/** A tax number with a wrong check digit, so that no bank finds a receiver (docs/fidelity.md P10). */
const NOBODY = '0000000000000';
const BAHT = '764';

/** `amount` is in satang. */
export function promptpayCode({ amount }: { readonly amount: number }): string {
  const receiver = emvField('29', emvField('00', PROMPTPAY) + emvField('02', NOBODY));
  return emvCode(receiver, emvField('53', BAHT), emvAmount(amount), emvField('58', 'TH'));
}
