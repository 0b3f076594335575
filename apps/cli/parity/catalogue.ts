import { EXIT, Failure } from '../failure.js';
import { ACCOUNT } from './catalogue/account.js';
import { CARD_CHARGES } from './catalogue/card-charges.js';
import { CHARGES } from './catalogue/charges.js';
import { CHARGES_REFUSED } from './catalogue/charges-refused.js';
import { CHECKOUT_SESSIONS } from './catalogue/checkout-sessions.js';
import { CUSTOMERS } from './catalogue/customers.js';
import { DISPUTES } from './catalogue/disputes.js';
import { EVENTS } from './catalogue/events.js';
import { LINKED_ACCOUNTS } from './catalogue/linked-accounts.js';
import { LINKS } from './catalogue/links.js';
import { REFUNDS } from './catalogue/refunds.js';
import { SCHEDULES } from './catalogue/schedules.js';
import { SOURCES } from './catalogue/sources.js';
import { TOKENS } from './catalogue/tokens.js';
import { TRANSFERS } from './catalogue/transfers.js';
import type { Exchange, Flow } from './exchange.js';

/** Everything that is asked, in order. */
export const CATALOGUE: readonly Flow[] = [
  ...ACCOUNT,
  ...TOKENS,
  ...SOURCES,
  ...CHARGES,
  ...CHARGES_REFUSED,
  ...CARD_CHARGES,
  ...REFUNDS,
  ...DISPUTES,
  ...CUSTOMERS,
  ...LINKED_ACCOUNTS,
  ...LINKS,
  ...CHECKOUT_SESSIONS,
  ...TRANSFERS,
  ...SCHEDULES,
  ...EVENTS,
];

/** Give a fresh sandbox a balance to transfer, and a receipt. */
export const EARNED: readonly Exchange[] = [
  {
    name: 'Create a charge to earn',
    request: 'POST /charges',
    body: { amount: 10_000_000, currency: 'THB', source: { type: 'promptpay' } },
    save: { charge: 'id' },
    row: 'C4',
  },
  { name: 'Pay the charge', request: 'POST /charges/{charge}/mark_as_paid', row: 'C8' },
];
/** The receipt of that day exists then (docs/fidelity.md RE1). */
export const EARNED_AFTER = '1d';

/** The flows about these resources, with everything that they need. */
export function flowsAbout(resources: readonly string[] | undefined): readonly Flow[] {
  if (!resources) return CATALOGUE;
  const known = new Set(CATALOGUE.flatMap(resourcesOf));
  const unknown = resources.find((resource) => !known.has(resource));
  if (unknown !== undefined)
    throw new Failure(`--only ${unknown}: use some of ${[...known].sort().join(', ')}`, EXIT.usage);
  return CATALOGUE.filter((flow) => resourcesOf(flow).some((resource) => resources.includes(resource)));
}

function resourcesOf({ resource, exchanges }: Flow): string[] {
  return exchanges.map((exchange) => exchange.resource ?? resource);
}
