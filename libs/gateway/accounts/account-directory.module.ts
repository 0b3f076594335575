import { Module } from '@nestjs/common';
import { AccountDirectory } from './account-directory.js';
import { AccountUses } from './account-uses.js';
import { AccountWatch } from './account-watch.js';

@Module({ providers: [AccountDirectory, AccountUses, AccountWatch], exports: [AccountDirectory, AccountUses, AccountWatch] })
export class AccountDirectoryModule {}
