import { Module } from '@nestjs/common';
import { AccountDirectory } from './account-directory.js';
import { AccountUses } from './account-uses.js';

@Module({ providers: [AccountDirectory, AccountUses], exports: [AccountDirectory, AccountUses] })
export class AccountDirectoryModule {}
