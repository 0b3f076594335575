import { emvAmount, emvCode, emvField } from './emv-code.js';

/**
 * Field 26 of an EMVCo code: a transfer through PayNow, to a company by its number, of an amount that the
 * payer cannot change.
 */
const PAYNOW = 'SG.PAYNOW';
const BY_COMPANY = '2';
const FIXED_AMOUNT = '0';
/** A well-formed company number of the year 0, which no company has (docs/fidelity.md P10). */
const NOBODY = '000000000A';
const SINGAPORE_DOLLAR = '702';

/** `amount` is in cents. */
export function paynowCode({ amount }: { readonly amount: number }): string {
  const receiver = [
    emvField('00', PAYNOW),
    emvField('01', BY_COMPANY),
    emvField('02', NOBODY),
    emvField('03', FIXED_AMOUNT),
  ].join('');
  return emvCode(
    emvField('26', receiver),
    emvField('52', '0000'),
    emvField('53', SINGAPORE_DOLLAR),
    emvAmount(amount),
    emvField('58', 'SG'),
    emvField('59', 'NA'),
    emvField('60', 'Singapore'),
  );
}
