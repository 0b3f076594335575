import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#engine/idempotency/idempotency.module.js';
import { WaitingModule } from '#engine/waiting/waiting.module.js';
import { AccountsController } from '#resources/account/accounts.controller.js';
import { CapabilityController } from '#resources/capability/capability.controller.js';
import { ChainsController } from '#resources/chains/chains.controller.js';
import { ChainsModule } from '#resources/chains/chains.module.js';
import { ChargesController } from '#resources/charges/charges.controller.js';
import { ChargesModule } from '#resources/charges/charges.module.js';
import { CodeDocumentsController } from '#resources/charges/code-documents.controller.js';
import { CustomerCardsController } from '#resources/customers/customer-cards.controller.js';
import { CustomerLinkedAccountsController } from '#resources/customers/customer-linked-accounts.controller.js';
import { CustomersController } from '#resources/customers/customers.controller.js';
import { CustomersModule } from '#resources/customers/customers.module.js';
import { DisputeDocumentsController } from '#resources/disputes/dispute-documents.controller.js';
import { DisputesController } from '#resources/disputes/disputes.controller.js';
import { DisputesModule } from '#resources/disputes/disputes.module.js';
import { EventsController } from '#resources/events/events.controller.js';
import { EventsModule } from '#resources/events/events.module.js';
import { ForexController } from '#resources/forex/forex.controller.js';
import { LinkedAccountsController } from '#resources/linked-accounts/linked-accounts.controller.js';
import { LinkedAccountsModule } from '#resources/linked-accounts/linked-accounts.module.js';
import { LinksController } from '#resources/links/links.controller.js';
import { LinksModule } from '#resources/links/links.module.js';
import { ReceiptsController } from '#resources/receipts/receipts.controller.js';
import { ReceiptsModule } from '#resources/receipts/receipts.module.js';
import { RecipientsController } from '#resources/recipients/recipients.controller.js';
import { RecipientsModule } from '#resources/recipients/recipients.module.js';
import { RefundsController } from '#resources/refunds/refunds.controller.js';
import { RefundsModule } from '#resources/refunds/refunds.module.js';
import { SchedulesController } from '#resources/schedules/schedules.controller.js';
import { SchedulesModule } from '#resources/schedules/schedules.module.js';
import { SearchController } from '#resources/search/search.controller.js';
import { SearchModule } from '#resources/search/search.module.js';
import { SourcesController } from '#resources/sources/sources.controller.js';
import { SourcesModule } from '#resources/sources/sources.module.js';
import { TransactionsController } from '#resources/transactions/transactions.controller.js';
import { TransactionsModule } from '#resources/transactions/transactions.module.js';
import { TransfersController } from '#resources/transfers/transfers.controller.js';
import { TransfersModule } from '#resources/transfers/transfers.module.js';

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
