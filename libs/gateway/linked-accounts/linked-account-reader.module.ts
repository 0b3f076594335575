import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { LinkedAccountReader } from './linked-account.reader.js';

/** What finds linked accounts, for customers as well. */
@Module({ imports: [AccountDirectoryModule], providers: [LinkedAccountReader], exports: [LinkedAccountReader] })
export class LinkedAccountReaderModule {}
