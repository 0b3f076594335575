import { Module } from '@nestjs/common';
import { ActsModule } from '../acts/acts.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { ChargesModule } from '../charges/charges.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { DisputesModule } from '../disputes/disputes.module.js';
import { EventsModule } from '../events/events.module.js';
import { FaultsControlModule } from '../faults/faults-control.module.js';
import { FaultsModule } from '../faults/faults.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { SourcesModule } from '../sources/sources.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { WaitingModule } from '../waiting/waiting.module.js';
import { ScenarioChecks } from './scenario-checks.js';
import { ScenarioSteps } from './scenario-steps.js';
import { ScenariosController } from './scenarios.controller.js';
import { ScenariosService } from './scenarios.service.js';

@Module({
  imports: [
    ActsModule,
    ChangesModule,
    ChargesModule,
    ClockModule,
    CustomersModule,
    DisputesModule,
    EventsModule,
    FaultsControlModule,
    FaultsModule,
    RefundsModule,
    SourcesModule,
    TimelineModule,
    TokensModule,
    WaitingModule,
  ],
  controllers: [ScenariosController],
  providers: [ScenarioChecks, ScenarioSteps, ScenariosService],
  exports: [ScenarioSteps],
})
export class ScenariosModule {}
