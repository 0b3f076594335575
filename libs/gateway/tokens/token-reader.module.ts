import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { TokenReader } from './token.reader.js';

/** What finds tokens, for charges and customers as well. */
@Module({ imports: [AccountDirectoryModule], providers: [TokenReader], exports: [TokenReader] })
export class TokenReaderModule {}
