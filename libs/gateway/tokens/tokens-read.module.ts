import { Module } from '@nestjs/common';
import { TokenReaderModule } from './token-reader.module.js';
import { TokensReadController } from './tokens-read.controller.js';

/** The route of a token, apart from that which is sent card numbers: only the vault has that one. */
@Module({ imports: [TokenReaderModule], controllers: [TokensReadController] })
export class TokensReadModule {}
