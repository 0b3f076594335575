import { Module } from '@nestjs/common';
import { ActsModule } from '../acts/acts.module.js';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { ChargeDraftsModule } from '../charges/charge-drafts.module.js';
import { ChargeLifecycleModule } from '../charges/charge-lifecycle.module.js';
import { ChargeReaderModule } from '../charges/charge-reader.module.js';
import { ChargeCreation } from '../charges/charge.creation.js';
import { ChargeInstruments } from '../charges/charge.instruments.js';
import { ChargesService } from '../charges/charges.service.js';
import { ClockModule } from '../clock/clock.module.js';
import { CustomerReaderModule } from '../customers/customer-reader.module.js';
import { DisputeLifecycle } from '../disputes/dispute.lifecycle.js';
import { DisputeReader } from '../disputes/dispute.reader.js';
import { DisputesService } from '../disputes/disputes.service.js';
import { EventsService } from '../events/events.service.js';
import { FaultsControlModule } from '../faults/faults-control.module.js';
import { FaultsModule } from '../faults/faults.module.js';
import { RefundsService } from '../refunds/refunds.service.js';
import { SourcesService } from '../sources/sources.service.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { TokenReaderModule } from '../tokens/token-reader.module.js';
import { TokensService } from '../tokens/tokens.service.js';
import { WaitingModule } from '../waiting/waiting.module.js';
import { ScenarioChecks } from './scenario-checks.js';
import { ScenarioSteps } from './scenario-steps.js';
import { ScenariosController } from './scenarios.controller.js';
import { ScenariosService } from './scenarios.service.js';

/** Resources without their routes, which belong to other hosts. */
const RESOURCES = [
  ChargeCreation,
  ChargeInstruments,
  ChargesService,
  DisputeLifecycle,
  DisputeReader,
  DisputesService,
  EventsService,
  RefundsService,
  SourcesService,
  TokensService,
];

@Module({
  imports: [
    AccountDirectoryModule,
    ActsModule,
    WaitingModule,
    ChangesModule,
    ChargeDraftsModule,
    ChargeLifecycleModule,
    ChargeReaderModule,
    ClockModule,
    CustomerReaderModule,
    FaultsControlModule,
    FaultsModule,
    TimelineModule,
    TokenReaderModule,
  ],
  controllers: [ScenariosController],
  providers: [...RESOURCES, ScenarioChecks, ScenarioSteps, ScenariosService],
})
export class ScenariosModule {}
