import type { PaymentMethod } from '#resources/payment-methods/rules/payment-method.js';
import { PAYMENT_METHODS } from '#resources/payment-methods/rules/registry.js';
import type { Merchant, Mode } from './merchant.js';

export { sourceOf } from '#resources/test/source-of.js';

/**
 * One payment method of each shape. Methods of one shape differ in data alone, which unit specs check
 * (new-charge.spec.ts, source.rules.spec.ts).
 */
export const ONE_METHOD_PER_SHAPE: readonly PaymentMethod[] = [
  ...new Map(PAYMENT_METHODS.toReversed().map((method) => [shapeOf(method), method])).values(),
].toReversed();

function shapeOf({ flow, hasPage, isPaidByCard, code, references }: PaymentMethod): string {
  return JSON.stringify([flow, hasPage, isPaidByCard, code?.kind, references]);
}

/** The paying card of a charge, for methods that need one beside the source. */
export async function besideSource(
  shop: Merchant,
  { isPaidByCard }: PaymentMethod,
  mode: Mode = 'test',
): Promise<{ card?: string }> {
  return isPaidByCard ? { card: (await shop.token({}, mode)).id } : {};
}
