import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';

const ALL = [AccountsService];

@Module({ providers: ALL, exports: ALL })
export class AccountModule {}

@Module({ imports: [AccountModule], controllers: [AccountsController] })
export class AccountHttpModule {}
