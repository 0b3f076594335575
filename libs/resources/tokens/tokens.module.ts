import { Module } from '@nestjs/common';
import { WritesModule } from '#engine/writes/writes.module.js';
import { TokensController } from './tokens.controller.js';
import { TokensReadController } from './tokens-read.controller.js';
import { TokenReader } from './token.reader.js';
import { TokensService } from './tokens.service.js';

const ALL = [TokenReader, TokensService];

@Module({ imports: [WritesModule], providers: ALL, exports: ALL })
export class TokensModule {}

/** For hosts that are sent no card numbers. */
@Module({ imports: [TokensModule], controllers: [TokensReadController] })
export class TokensReadHttpModule {}

@Module({ imports: [TokensModule], controllers: [TokensController, TokensReadController] })
export class TokensHttpModule {}
