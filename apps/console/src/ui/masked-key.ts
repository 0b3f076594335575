/** The kind and mode of a key: `skey_test_…`. */
export function maskedKey(key: string): string {
  return key.replace(/[^_]*$/, '…');
}
