/** Whether it looks like an address of mail. Who lives there nobody here finds out. */
export function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value);
}
