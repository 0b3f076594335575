import { Global, Module } from '@nestjs/common';
import { AccountDirectory } from './account-directory.js';
import { AccountUses } from './account-uses.js';
import { AccountWatch } from './account-watch.js';
import { SandboxAccounts } from './sandbox-accounts.js';

const ALL = [AccountDirectory, AccountUses, AccountWatch, SandboxAccounts];

@Global()
@Module({ providers: ALL, exports: ALL })
export class AccountsModule {}
