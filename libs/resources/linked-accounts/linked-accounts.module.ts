import { Module } from '@nestjs/common';
import { WritesModule } from '#engine/writes/writes.module.js';
import { LinkedAccountsController } from './linked-accounts.controller.js';
import { LinkedAccountLifecycle } from './linked-account.lifecycle.js';
import { LinkedAccountsService } from './linked-accounts.service.js';

const ALL = [LinkedAccountLifecycle, LinkedAccountsService];

@Module({ imports: [WritesModule], providers: ALL, exports: ALL })
export class LinkedAccountsModule {}

@Module({ imports: [LinkedAccountsModule], controllers: [LinkedAccountsController] })
export class LinkedAccountsHttpModule {}
