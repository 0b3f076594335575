import { Module } from '@nestjs/common';
import { TokenReader } from './token.reader.js';

/** What finds tokens, for charges and customers as well. */
@Module({ providers: [TokenReader], exports: [TokenReader] })
export class TokenReaderModule {}
