import { Module } from '@nestjs/common';
import { LongPollModule } from '#engine/long-poll/long-poll.module.js';
import { ScenariosModule } from '../scenarios/scenarios.module.js';
import { ShopsModule } from '../shops/shops.module.js';
import { SoakJudge } from './soak-judge.js';
import { SoakLooks } from './soak-looks.js';
import { SoakPlayer } from './soak-player.js';
import { SoakRunner } from './soak-runner.js';
import { SoakSubscriptions } from './soak-subscriptions.js';
import { SoaksController } from './soaks.controller.js';

@Module({
  imports: [LongPollModule, ScenariosModule, ShopsModule],
  controllers: [SoaksController],
  providers: [SoakJudge, SoakLooks, SoakPlayer, SoakRunner, SoakSubscriptions],
})
export class SoaksModule {}
