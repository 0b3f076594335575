import { Module } from '@nestjs/common';
import { AuditModule } from '#engine/audit/audit.module.js';
import { LongPollModule } from '#engine/long-poll/long-poll.module.js';
import { ScenariosModule } from '../scenarios/scenarios.module.js';
import { ShopsModule } from '../shops/shops.module.js';
import { SoakJudge } from './soak-judge.js';
import { SoakLooks } from './soak-looks.js';
import { SoakPlayer } from './soak-player.js';
import { SoakRunner } from './soak-runner.js';
import { SoaksController } from './soaks.controller.js';
import { SoaksService } from './soaks.service.js';

@Module({
  imports: [AuditModule, LongPollModule, ScenariosModule, ShopsModule],
  controllers: [SoaksController],
  providers: [SoakJudge, SoakLooks, SoakPlayer, SoakRunner, SoaksService],
})
export class SoaksModule {}
