import { isUtf8 } from 'node:buffer';

const CODES = /%([0-9a-f]{2})/gi;
/** Bytes outside ASCII, as they are or percent-encoded. */
const HIGH_BYTES = /[\u0080-\u00ff]|%[89a-f]/i;

/** True if the bytes of a form or a URL are UTF-8, also the percent-encoded ones. Each character is a byte. */
export function isEncodedUtf8(bytes: string): boolean {
  if (!HIGH_BYTES.test(bytes)) return true;
  const decoded = bytes.replaceAll(CODES, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return isUtf8(Buffer.from(decoded, 'latin1'));
}
