const CODES = /(?:%[0-9a-f]{2})+/gi;

/**
 * Like `decodeURIComponent`, for any text: a `%` without a code stays, and bytes that are not UTF-8 become
 * U+FFFD.
 */
export function percentDecoded(text: string): string {
  return text.replaceAll(CODES, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString());
}
