import { Module } from '@nestjs/common';
import { LongPollModule } from '#engine/long-poll/long-poll.module.js';
import { ChargesModule } from '#resources/charges/charges.module.js';
import { CustomersModule } from '#resources/customers/customers.module.js';
import { ScenariosModule } from '../scenarios/scenarios.module.js';
import { ShopsModule } from '../shops/shops.module.js';
import { ExamActions } from './exam-actions.js';
import { ExamJudge } from './exam-judge.js';
import { ExamRunner } from './exam-runner.js';
import { ExamsController } from './exams.controller.js';
import { ShopCalls } from './shop-calls.js';
import { ShopQuestions } from './shop-questions.js';

@Module({
  imports: [ChargesModule, CustomersModule, LongPollModule, ScenariosModule, ShopsModule],
  controllers: [ExamsController],
  providers: [ExamActions, ExamJudge, ExamRunner, ShopCalls, ShopQuestions],
})
export class ExamsModule {}
