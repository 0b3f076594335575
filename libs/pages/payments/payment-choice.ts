import type { Account } from '#engine/accounts/account.js';
import { availableMethods } from '#resources/capability/capability.view.js';
import type { CheckoutSession } from '#resources/checkout/rules/checkout-session.js';
import type { Link } from '#resources/links/rules/link.js';
import {
  methodsNamed,
  offeredMethods,
  type OfferedMethod,
} from '#resources/payment-methods/rules/offered-methods.js';
import { useRankOf } from '#resources/payment-methods/rules/registry.js';

/** The ways to pay that a page offers. */
export interface OfferedWays {
  readonly takesCards: boolean;
  readonly methods: readonly OfferedMethod[];
}

/** The query of a page that offers its ways to pay though a payment waits; its value is the charge. */
export const INSTEAD_OF = 'instead_of';

/** The parts of a shipping address that a page asks for in any case. */
const REQUIRED_ADDRESS_FIELDS: readonly string[] = ['street1', 'city', 'country', 'postal_code'];

export function isRequiredAddressField(field: string): boolean {
  return REQUIRED_ADDRESS_FIELDS.includes(field);
}

/** The ways to pay a link, the most used first. */
export function waysOfLink(link: Link, account: Account): OfferedWays {
  const offered = offeredMethods(availableMethods(account), link, new URL(account.payUrl).protocol, {
    knowsGoods: true,
  });
  const methods = offered.sort((one, other) => useRankOf(one.method) - useRankOf(other.method));
  return { takesCards: true, methods };
}

/** The ways to pay a session, in its order. */
export function waysOfSession(session: CheckoutSession, account: Account): OfferedWays {
  const available = availableMethods(account);
  const names = [...new Set(session.paymentMethods.flatMap((name) => methodsNamed(name, available)))];
  return {
    takesCards: names.includes('card'),
    methods: offeredMethods(names, session, new URL(session.completeUrl).protocol, { knowsGoods: true }),
  };
}

/** True if a customer who has chosen one way to pay can choose another. */
export function hasOtherWays({ takesCards, methods }: OfferedWays): boolean {
  return methods.length + (takesCards ? 1 : 0) > 1;
}
