import type { Metadata } from '#kernel/metadata.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import type { Customer } from './customer.js';

/** The longest texts of a customer, in characters (docs/fidelity.md U3). */
export const MAX_DESCRIPTION_LENGTH = 1_000;
export const MAX_EMAIL_LENGTH = 255;

/** Undefined leaves a field unchanged, null clears it. */
export interface CustomerChanges {
  readonly description?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly metadata?: Metadata | null | undefined;
  /** A card of the customer, or the one that comes with the update. */
  readonly defaultCardId?: string | undefined;
}

/** An added card becomes the default only if the customer has none (docs/fidelity.md U4). */
export function updatedCustomer(
  customer: Customer,
  changes: CustomerChanges,
  addedCardId?: string,
): Customer {
  const {
    description = customer.description,
    email = customer.email,
    metadata = customer.metadata,
  } = changes;
  const defaultCardId = changes.defaultCardId ?? customer.defaultCardId ?? addedCardId ?? null;
  return { ...customer, description, email, metadata: metadata ?? {}, defaultCardId };
}

/**
 * The customer without one of the cards; `latestOther` is the most recently added of those that are left
 * (docs/fidelity.md U4).
 */
export function withoutCard(customer: Customer, cardId: string, latestOther: string | null): Customer {
  return {
    ...customer,
    defaultCardId: customer.defaultCardId === cardId ? latestOther : customer.defaultCardId,
  };
}

/** An added card has its own event and is not another change (docs/fidelity.md U7). */
export function eventsOfUpdate(
  changes: CustomerChanges,
  added: { readonly card: boolean; readonly linkedAccount: boolean },
): EventKey[] {
  if (!added.card) return ['customer.update'];
  const hasOther = added.linkedAccount || Object.values(changes).some((value) => value !== undefined);
  return hasOther ? ['customer.update', 'customer.update.card'] : ['customer.update.card'];
}
