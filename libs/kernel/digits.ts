import { createHash } from 'node:crypto';

/** Digits that look random, and are the same for the same text. */
export function digitsFor(text: string, count: number): string {
  const value = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  return (value % 10n ** BigInt(count)).toString().padStart(count, '0');
}
