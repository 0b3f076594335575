/** The monthly instalments of an amount: the last one has what does not divide. */
export function instalmentsOf(
  amount: number,
  term: number,
): { readonly each: number; readonly last: number } {
  const each = Math.floor(amount / term);
  return { each, last: amount - each * (term - 1) };
}
