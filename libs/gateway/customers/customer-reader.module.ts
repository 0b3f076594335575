import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { CustomerReader } from './customer.reader.js';

/** What finds customers and their cards, for charges as well. */
@Module({ imports: [AccountDirectoryModule], providers: [CustomerReader], exports: [CustomerReader] })
export class CustomerReaderModule {}
