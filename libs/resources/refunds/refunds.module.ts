import { Module } from '@nestjs/common';
import { ChargesModule } from '../charges/charges.module.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsService } from './refunds.service.js';

const ALL = [RefundsService];

@Module({ imports: [ChargesModule], providers: ALL, exports: ALL })
export class RefundsModule {}

@Module({ imports: [RefundsModule], controllers: [RefundsController] })
export class RefundsHttpModule {}
