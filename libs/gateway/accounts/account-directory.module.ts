import { Module } from '@nestjs/common';
import { AccountDirectory } from './account-directory.js';

@Module({ providers: [AccountDirectory], exports: [AccountDirectory] })
export class AccountDirectoryModule {}
