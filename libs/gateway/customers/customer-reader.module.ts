import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { LinkedAccountReaderModule } from '../linked-accounts/linked-account-reader.module.js';
import { CustomerReader } from './customer.reader.js';

/** What finds customers and their cards, for charges as well. */
@Module({ imports: [AccountDirectoryModule, LinkedAccountReaderModule], providers: [CustomerReader], exports: [CustomerReader] })
export class CustomerReaderModule {}
