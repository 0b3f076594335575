import { Module } from '@nestjs/common';
import { AuditModule } from '#engine/audit/audit.module.js';
import { WritesModule } from '#engine/writes/writes.module.js';
import { FaultsModule } from '#engine/faults/faults.module.js';
import { LongPollModule } from '#engine/long-poll/long-poll.module.js';
import { ChargesModule } from '#resources/charges/charges.module.js';
import { CustomersModule } from '#resources/customers/customers.module.js';
import { DisputesModule } from '#resources/disputes/disputes.module.js';
import { EventsModule } from '#resources/events/events.module.js';
import { RefundsModule } from '#resources/refunds/refunds.module.js';
import { SchedulesModule } from '#resources/schedules/schedules.module.js';
import { SourcesModule } from '#resources/sources/sources.module.js';
import { TokensModule } from '#resources/tokens/tokens.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { FaultsControlModule } from '../faults/faults-control.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { ScenarioChecks } from './scenario-checks.js';
import { ScenarioSteps } from './scenario-steps.js';
import { ScenariosController } from './scenarios.controller.js';
import { ScenariosService } from './scenarios.service.js';

@Module({
  imports: [
    AuditModule,
    WritesModule,
    ChargesModule,
    ClockModule,
    CustomersModule,
    DisputesModule,
    EventsModule,
    FaultsControlModule,
    FaultsModule,
    RefundsModule,
    SchedulesModule,
    SourcesModule,
    TimelineModule,
    TokensModule,
    LongPollModule,
  ],
  controllers: [ScenariosController],
  providers: [ScenarioChecks, ScenarioSteps, ScenariosService],
  exports: [ScenarioSteps],
})
export class ScenariosModule {}
