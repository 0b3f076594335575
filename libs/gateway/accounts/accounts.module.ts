import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from './account-directory.module.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';

@Module({ imports: [AccountDirectoryModule], controllers: [AccountsController], providers: [AccountsService] })
export class AccountsModule {}
