/** Field 29 of an EMVCo code: a transfer through PromptPay, to the holder of a tax number. */
const PROMPTPAY = 'A000000677010111';
/** A tax number in form, but of nobody: its check digit is wrong, so that no bank finds a receiver (docs/fidelity.md P10). */
const NOBODY = '0000000000000';
const BAHT = '764';
const POLYNOMIAL = 0x1021;
const CHECKSUM_FIELD = '6304';

/** What a PromptPay code for `amount` satang says: an EMVCo merchant-presented code that is paid once. */
export function promptpayCode({ amount }: { readonly amount: number }): string {
  const fields = [
    field('00', '01'),
    field('01', '12'),
    field('29', field('00', PROMPTPAY) + field('02', NOBODY)),
    field('53', BAHT),
    field('54', `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`),
    field('58', 'TH'),
  ].join('');
  return `${fields}${CHECKSUM_FIELD}${crc16(fields + CHECKSUM_FIELD)}`;
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/** CRC-16/CCITT-FALSE in four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ POLYNOMIAL : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
