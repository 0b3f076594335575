import { Module } from '@nestjs/common';
import { AccountsController } from '#gateway/accounts/accounts.controller.js';
import { CapabilityController } from '#gateway/capability/capability.controller.js';
import { ChainsController } from '#gateway/chains/chains.controller.js';
import { ChainsModule } from '#gateway/chains/chains.module.js';
import { ChargesController } from '#gateway/charges/charges.controller.js';
import { ChargesModule } from '#gateway/charges/charges.module.js';
import { CodeDocumentsController } from '#gateway/charges/code-documents.controller.js';
import { CustomerCardsController } from '#gateway/customers/customer-cards.controller.js';
import { CustomerLinkedAccountsController } from '#gateway/customers/customer-linked-accounts.controller.js';
import { CustomersController } from '#gateway/customers/customers.controller.js';
import { CustomersModule } from '#gateway/customers/customers.module.js';
import { DisputeDocumentsController } from '#gateway/disputes/dispute-documents.controller.js';
import { DisputesController } from '#gateway/disputes/disputes.controller.js';
import { DisputesModule } from '#gateway/disputes/disputes.module.js';
import { EventsController } from '#gateway/events/events.controller.js';
import { EventsModule } from '#gateway/events/events.module.js';
import { ForexController } from '#gateway/forex/forex.controller.js';
import { IdempotencyModule } from '#gateway/idempotency/idempotency.module.js';
import { LinkedAccountsController } from '#gateway/linked-accounts/linked-accounts.controller.js';
import { LinkedAccountsModule } from '#gateway/linked-accounts/linked-accounts.module.js';
import { LinksController } from '#gateway/links/links.controller.js';
import { LinksModule } from '#gateway/links/links.module.js';
import { ReceiptsController } from '#gateway/receipts/receipts.controller.js';
import { ReceiptsModule } from '#gateway/receipts/receipts.module.js';
import { RecipientsController } from '#gateway/recipients/recipients.controller.js';
import { RecipientsModule } from '#gateway/recipients/recipients.module.js';
import { RefundsController } from '#gateway/refunds/refunds.controller.js';
import { RefundsModule } from '#gateway/refunds/refunds.module.js';
import { SchedulesController } from '#gateway/schedules/schedules.controller.js';
import { SchedulesModule } from '#gateway/schedules/schedules.module.js';
import { SearchController } from '#gateway/search/search.controller.js';
import { SearchModule } from '#gateway/search/search.module.js';
import { SourcesController } from '#gateway/sources/sources.controller.js';
import { SourcesModule } from '#gateway/sources/sources.module.js';
import { TransactionsController } from '#gateway/transactions/transactions.controller.js';
import { TransactionsModule } from '#gateway/transactions/transactions.module.js';
import { TransfersController } from '#gateway/transfers/transfers.controller.js';
import { TransfersModule } from '#gateway/transfers/transfers.module.js';
import { WaitingModule } from '#gateway/waiting/waiting.module.js';

/**
 * The emulated resources, on the main API for keys and on the control host for its users. The modules of the
 * resources have no routes, because the worker and the payment pages import them too.
 */
@Module({
  imports: [
    ChainsModule,
    ChargesModule,
    CustomersModule,
    DisputesModule,
    EventsModule,
    IdempotencyModule,
    LinkedAccountsModule,
    LinksModule,
    ReceiptsModule,
    RecipientsModule,
    RefundsModule,
    SchedulesModule,
    SearchModule,
    SourcesModule,
    TransactionsModule,
    TransfersModule,
    WaitingModule,
  ],
  controllers: [
    AccountsController,
    CapabilityController,
    SourcesController,
    LinkedAccountsController,
    CustomersController,
    CustomerCardsController,
    CustomerLinkedAccountsController,
    // Before charges and transfers: its paths below theirs are no ids of these.
    SchedulesController,
    ChargesController,
    CodeDocumentsController,
    RefundsController,
    DisputesController,
    DisputeDocumentsController,
    LinksController,
    TransactionsController,
    RecipientsController,
    TransfersController,
    ReceiptsController,
    SearchController,
    ForexController,
    ChainsController,
    EventsController,
  ],
})
export class ApiResourcesModule {}
