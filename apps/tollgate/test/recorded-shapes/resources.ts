import type { Resources } from '../shapes.js';
import { account, balance, capability } from './accounts.js';
import { card, customer, token, tokenCard } from './cards.js';
import { chain } from './chains.js';
import { charge, refund } from './charges.js';
import { checkoutSession } from './checkout-sessions.js';
import { error, list } from './common.js';
import { dispute, document } from './disputes.js';
import { forex } from './forex.js';
import { link } from './links.js';
import { linkedAccount } from './linked-accounts.js';
import { event, sentEvent, transaction } from './events.js';
import { bankAccount, recipient, transfer } from './transfers.js';
import { receipt } from './receipts.js';
import { occurrence, schedule, scheduledCharge, scheduledTransfer } from './schedules.js';
import { search } from './search.js';
import { codeDocument, source } from './sources.js';

/**
 * Shapes of the objects in the newest API version: names, order, types and values recorded from the real
 * service (docs/fidelity.md names the recordings), and Tollgate's additions and omissions, each with its
 * reason.
 */
export const RESOURCES = {
  account,
  balance,
  capability,
  card,
  'token card': tokenCard,
  token,
  customer,
  linked_account: linkedAccount,
  source,
  'code document': codeDocument,
  chain,
  charge,
  refund,
  dispute,
  document,
  schedule,
  scheduled_charge: scheduledCharge,
  scheduled_transfer: scheduledTransfer,
  occurrence,
  event,
  'sent event': sentEvent,
  link,
  checkout_session: checkoutSession,
  forex,
  search,
  transaction,
  bank_account: bankAccount,
  receipt,
  recipient,
  transfer,
  error,
  list: list(
    'card',
    'chain',
    'charge',
    'customer',
    'dispute',
    'document',
    'event',
    'link',
    'linked_account',
    'receipt',
    'recipient',
    'refund',
    'transaction',
    'transfer',
    'occurrence',
    'schedule',
  ),
} satisfies Resources;

export type ResourceName = keyof typeof RESOURCES;

/** The kind of object in each list, by location; `*` is an id. */
export const LISTS: Readonly<Record<string, ResourceName>> = {
  '/chains': 'chain',
  '/charges': 'charge',
  '/charges/schedules': 'schedule',
  '/charges/*/events': 'event',
  '/charges/*/refunds': 'refund',
  '/customers': 'customer',
  '/customers/*/cards': 'card',
  '/customers/*/schedules': 'schedule',
  '/schedules': 'schedule',
  '/schedules/*/occurrences': 'occurrence',
  '/customers/*/linked_accounts': 'linked_account',
  '/disputes': 'dispute',
  '/disputes/closed': 'dispute',
  '/disputes/open': 'dispute',
  '/disputes/pending': 'dispute',
  '/disputes/*/documents': 'document',
  '/events': 'event',
  '/links': 'link',
  '/links/*/charges': 'charge',
  '/linked_accounts': 'linked_account',
  '/receipts': 'receipt',
  '/recipients': 'recipient',
  '/recipients/*/schedules': 'schedule',
  '/refunds': 'refund',
  '/transactions': 'transaction',
  '/transfers': 'transfer',
  '/transfers/schedules': 'schedule',
};

/** The resource in a response. */
export function resourceOf({
  object,
  location,
}: {
  readonly object: string;
  readonly location?: unknown;
}): ResourceName {
  if (object === 'document' && String(location).startsWith('/charges/')) return 'code document';
  return object as ResourceName;
}
