import type { ExpandedKinds, ViewLoader } from '#engine/rendering/expansion.js';
import { toCard } from '../cards/card.row.js';
import { cardView } from '../cards/card.view.js';
import { queryChargesById } from '../charges/charge.queries.js';
import { chargeView } from '../charges/charge.view.js';
import { CUSTOMER_PARTS, toLoadedCustomer } from '../customers/customer.row.js';
import { customerView } from '../customers/customer.view.js';
import { withCharges } from '../links/link.queries.js';
import { toLink } from '../links/link.row.js';
import { linkView } from '../links/link.view.js';
import { toLinkedAccount } from '../linked-accounts/linked-account.row.js';
import { linkedAccountView } from '../linked-accounts/linked-account.view.js';
import { toRecipient } from '../recipients/recipient.row.js';
import { recipientView } from '../recipients/recipient.view.js';
import { SCHEDULE_PARTS, toLoadedSchedule } from '../schedules/schedule.row.js';
import { scheduleView } from '../schedules/schedule.view.js';
import { toTransaction } from '../transactions/transaction.row.js';
import { transactionView } from '../transactions/transaction.view.js';

const card: ViewLoader = async (database, where) =>
  (await database.card.findMany({ where })).map((stored) => cardView(toCard(stored)));

const charge: ViewLoader = async (database, where, context) =>
  (await queryChargesById(database, [where])).map((loaded) => chargeView(loaded, context));

const customer: ViewLoader = async (database, where, context) =>
  (await database.customer.findMany({ where, include: CUSTOMER_PARTS })).map((stored) =>
    customerView(toLoadedCustomer(stored), context),
  );

const link: ViewLoader = async (database, where, context) => {
  const links = (await database.link.findMany({ where })).map(toLink);
  return (await withCharges(database, links)).map((loaded) => linkView(loaded, context));
};

const linkedAccount: ViewLoader = async (database, where, context) =>
  (await database.linkedAccount.findMany({ where })).map((stored) =>
    linkedAccountView(toLinkedAccount(stored), context),
  );

const recipient: ViewLoader = async (database, where) =>
  (await database.recipient.findMany({ where })).map((stored) => recipientView(toRecipient(stored)));

const schedule: ViewLoader = async (database, where, context) =>
  (await database.schedule.findMany({ where, include: SCHEDULE_PARTS })).map((stored) =>
    scheduleView(toLoadedSchedule(stored), context),
  );

const transaction: ViewLoader = async (database, where) =>
  (await database.transaction.findMany({ where })).map((stored) => transactionView(toTransaction(stored)));

/** Fields with ids that `expand=true` replaces by objects (docs/fidelity.md V16). */
export const EXPANDED: ExpandedKinds = {
  charge: { customer, link, linked_account: linkedAccount, schedule, transaction },
  refund: { charge, transaction },
  customer: { default_card: card },
  dispute: { charge },
  transfer: { recipient, schedule },
};
