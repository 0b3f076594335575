import { AccountHttpModule } from './account/account.module.js';
import { CapabilityHttpModule } from './capability/capability.module.js';
import { ChainsHttpModule } from './chains/chains.module.js';
import { ChargesHttpModule } from './charges/charges.module.js';
import { CustomersHttpModule } from './customers/customers.module.js';
import { DisputesHttpModule } from './disputes/disputes.module.js';
import { EventsHttpModule } from './events/events.module.js';
import { ForexHttpModule } from './forex/forex.module.js';
import { LinkedAccountsHttpModule } from './linked-accounts/linked-accounts.module.js';
import { LinksHttpModule } from './links/links.module.js';
import { ReceiptsHttpModule } from './receipts/receipts.module.js';
import { RecipientsHttpModule } from './recipients/recipients.module.js';
import { RefundsHttpModule } from './refunds/refunds.module.js';
import { SchedulesHttpModule } from './schedules/schedules.module.js';
import { SearchHttpModule } from './search/search.module.js';
import { SourcesHttpModule } from './sources/sources.module.js';
import { TransactionsHttpModule } from './transactions/transactions.module.js';
import { TransfersHttpModule } from './transfers/transfers.module.js';

/** The resources that the main API serves, and the control host below the path of each sandbox. */
export const API_RESOURCES = [
  AccountHttpModule,
  CapabilityHttpModule,
  ChainsHttpModule,
  ChargesHttpModule,
  CustomersHttpModule,
  DisputesHttpModule,
  EventsHttpModule,
  ForexHttpModule,
  LinkedAccountsHttpModule,
  LinksHttpModule,
  ReceiptsHttpModule,
  RecipientsHttpModule,
  RefundsHttpModule,
  SchedulesHttpModule,
  SearchHttpModule,
  SourcesHttpModule,
  TransactionsHttpModule,
  TransfersHttpModule,
];
