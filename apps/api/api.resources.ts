import type { Type } from '@nestjs/common';
import { AccountsModule } from '#gateway/accounts/accounts.module.js';
import { CapabilityModule } from '#gateway/capability/capability.module.js';
import { ChargesModule } from '#gateway/charges/charges.module.js';
import { ChainsModule } from '#gateway/chains/chains.module.js';
import { CustomersModule } from '#gateway/customers/customers.module.js';
import { DisputesModule } from '#gateway/disputes/disputes.module.js';
import { EventsModule } from '#gateway/events/events.module.js';
import { ForexModule } from '#gateway/forex/forex.module.js';
import { LinksModule } from '#gateway/links/links.module.js';
import { LinkedAccountsModule } from '#gateway/linked-accounts/linked-accounts.module.js';
import { ReceiptsModule } from '#gateway/receipts/receipts.module.js';
import { RecipientsModule } from '#gateway/recipients/recipients.module.js';
import { RefundsModule } from '#gateway/refunds/refunds.module.js';
import { SchedulesModule } from '#gateway/schedules/schedules.module.js';
import { SearchModule } from '#gateway/search/search.module.js';
import { SourcesModule } from '#gateway/sources/sources.module.js';
import { TransactionsModule } from '#gateway/transactions/transactions.module.js';
import { TransfersModule } from '#gateway/transfers/transfers.module.js';

/** The emulated resources: the main API serves them to keys, and the control host to whoever may do anything in a sandbox. */
export const API_RESOURCES: readonly Type[] = [
  AccountsModule,
  CapabilityModule,
  SourcesModule,
  LinkedAccountsModule,
  CustomersModule,
  // Before charges and transfers: its paths below theirs are no ids of these.
  SchedulesModule,
  ChargesModule,
  RefundsModule,
  DisputesModule,
  LinksModule,
  TransactionsModule,
  RecipientsModule,
  TransfersModule,
  ReceiptsModule,
  SearchModule,
  ForexModule,
  ChainsModule,
  EventsModule,
];
