import type { Type } from '@nestjs/common';
import type { AnyResource } from '#engine/resources/resource.js';
import { AccountHttpModule } from './account/account.module.js';
import { CapabilityHttpModule } from './capability/capability.module.js';
import { CARD } from './cards/card.resource.js';
import { CHAIN } from './chains/chain.resource.js';
import { ChainsHttpModule } from './chains/chains.module.js';
import { CHARGE } from './charges/charge.resource.js';
import { ChargesHttpModule } from './charges/charges.module.js';
import { CHECKOUT_SESSION } from './checkout/checkout-session.resource.js';
import { CheckoutHttpModule } from './checkout/checkout.module.js';
import { CUSTOMER } from './customers/customer.resource.js';
import { CustomersHttpModule } from './customers/customers.module.js';
import { DISPUTE } from './disputes/dispute.resource.js';
import { DOCUMENT } from './disputes/document.resource.js';
import { DisputesHttpModule } from './disputes/disputes.module.js';
import { EventsHttpModule } from './events/events.module.js';
import { ForexHttpModule } from './forex/forex.module.js';
import { LINKED_ACCOUNT } from './linked-accounts/linked-account.resource.js';
import { LinkedAccountsHttpModule } from './linked-accounts/linked-accounts.module.js';
import { LINK } from './links/link.resource.js';
import { LinksHttpModule } from './links/links.module.js';
import { ReceiptsHttpModule } from './receipts/receipts.module.js';
import { RECIPIENT } from './recipients/recipient.resource.js';
import { RecipientsHttpModule } from './recipients/recipients.module.js';
import { REFUND } from './refunds/refund.resource.js';
import { RefundsHttpModule } from './refunds/refunds.module.js';
import { OCCURRENCE } from './schedules/occurrence.resource.js';
import { SCHEDULE } from './schedules/schedule.resource.js';
import { SchedulesHttpModule } from './schedules/schedules.module.js';
import { SearchHttpModule } from './search/search.module.js';
import { SOURCE } from './sources/source.resource.js';
import { SourcesHttpModule } from './sources/sources.module.js';
import { TOKEN } from './tokens/token.resource.js';
import { TokensReadHttpModule } from './tokens/tokens.module.js';
import { TRANSACTION } from './transactions/transaction.resource.js';
import { TransactionsHttpModule } from './transactions/transactions.module.js';
import { TRANSFER } from './transfers/transfer.resource.js';
import { TransfersHttpModule } from './transfers/transfers.module.js';

/** Routes of the API, and the objects that they answer with. */
interface ApiResource {
  readonly routes: Type;
  readonly objects?: readonly AnyResource[];
}

/** The resources of the main API. */
export const API_RESOURCES: readonly ApiResource[] = [
  { routes: AccountHttpModule },
  { routes: CapabilityHttpModule },
  { routes: ChainsHttpModule, objects: [CHAIN] },
  { routes: ChargesHttpModule, objects: [CHARGE] },
  { routes: CustomersHttpModule, objects: [CUSTOMER, CARD] },
  { routes: DisputesHttpModule, objects: [DISPUTE, DOCUMENT] },
  { routes: EventsHttpModule },
  { routes: ForexHttpModule },
  { routes: LinkedAccountsHttpModule, objects: [LINKED_ACCOUNT] },
  { routes: LinksHttpModule, objects: [LINK] },
  { routes: ReceiptsHttpModule },
  { routes: RecipientsHttpModule, objects: [RECIPIENT] },
  { routes: RefundsHttpModule, objects: [REFUND] },
  { routes: SchedulesHttpModule, objects: [SCHEDULE, OCCURRENCE] },
  { routes: SearchHttpModule },
  { routes: SourcesHttpModule, objects: [SOURCE] },
  { routes: TransactionsHttpModule, objects: [TRANSACTION] },
  { routes: TransfersHttpModule, objects: [TRANSFER] },
];

/** All resources, as the control host serves them below the path of each sandbox: also those of other hosts. */
export const ALL_RESOURCES: readonly ApiResource[] = [
  ...API_RESOURCES,
  { routes: CheckoutHttpModule, objects: [CHECKOUT_SESSION] },
  { routes: TokensReadHttpModule, objects: [TOKEN] },
];

export function objectsOf(resources: readonly ApiResource[]): AnyResource[] {
  return resources.flatMap(({ objects = [] }) => objects);
}
