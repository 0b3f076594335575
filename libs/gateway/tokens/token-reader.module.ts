import { Module } from '@nestjs/common';
import { TokenReader } from './token.reader.js';

/** Finds tokens, without the routes of the vault. */
@Module({ providers: [TokenReader], exports: [TokenReader] })
export class TokenReaderModule {}
