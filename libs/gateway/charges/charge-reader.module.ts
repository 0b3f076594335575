import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChargeReader } from './charge.reader.js';

/** What finds charges, for the API, the page and the worker alike. */
@Module({ imports: [AccountDirectoryModule], providers: [ChargeReader], exports: [ChargeReader] })
export class ChargeReaderModule {}
