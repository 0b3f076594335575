import { fail } from '#kernel/errors.js';
import { fundingOf, remainingOf, type Charged } from '../../refunds/rules/refund.rules.js';
import { holdsMoney } from './dispute.js';

/** `fundingAmount` is in the account's currency. */
export interface DisputeTerms {
  readonly amount: number;
  readonly fundingAmount: number;
}

/** The disputable amount, or why nothing is disputable. */
export type Disputability = { readonly refusal: string } | DisputeTerms;

/** Used for opening disputes and for the `disputable` flag of a charge (docs/fidelity.md D3). */
export function disputabilityOf({ charge, source, card, dispute }: Charged): Disputability {
  if (!card || source) return { refusal: 'only a card charge can be disputed' };
  if (charge.status !== 'successful')
    return { refusal: `only a paid charge can be disputed; this one is ${charge.status}` };
  if (dispute && holdsMoney(dispute))
    return { refusal: `charge already has a dispute, which is ${dispute.status}` };
  const amount = remainingOf(charge);
  if (amount === 0) return { refusal: 'a fully refunded charge cannot be disputed' };
  return { amount, fundingAmount: fundingOf(charge, amount) };
}

/** Throws `invalid_dispute`. */
export function assertDisputable(charged: Charged): DisputeTerms {
  const terms = disputabilityOf(charged);
  return 'refusal' in terms ? fail('invalid_dispute', terms.refusal) : terms;
}
