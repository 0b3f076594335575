const CHECKSUM_FIELD = '6304';
const POLYNOMIAL = 0x1021;

/** A field of an EMVCo code: two digits of name, two of length, and the value. */
export function emvField(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/** An EMVCo merchant-presented code that is paid once: these fields, between its version and its checksum. */
export function emvCode(...fields: readonly string[]): string {
  const text = [emvField('00', '01'), emvField('01', '12'), ...fields].join('');
  return `${text}${CHECKSUM_FIELD}${crc16(text + CHECKSUM_FIELD)}`;
}

/** Formats cents as the main unit of a currency with two decimals. */
export function emvAmount(amount: number): string {
  return emvField('54', `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`);
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
