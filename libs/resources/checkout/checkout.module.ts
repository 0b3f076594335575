import { Module } from '@nestjs/common';
import { WritesModule } from '#engine/writes/writes.module.js';
import { CheckoutSessionsController } from './checkout-sessions.controller.js';
import { CheckoutSessionsService } from './checkout-sessions.service.js';

const ALL = [CheckoutSessionsService];

@Module({ imports: [WritesModule], providers: ALL, exports: ALL })
export class CheckoutModule {}

@Module({ imports: [CheckoutModule], controllers: [CheckoutSessionsController] })
export class CheckoutHttpModule {}
