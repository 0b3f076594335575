const ID = /[a-z]+_(?:test_)?[0-9a-z]{11}([0-9a-z]{8})/g;

/** A path with the ends of its ids: `/charges/…agu2nta9/refunds`. */
export function shortPath(path: string): string {
  return path.replace(ID, '…$1');
}
