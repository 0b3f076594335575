import { Module } from '@nestjs/common';
import { ChangesModule } from '#engine/changes/changes.module.js';
import { TokenReader } from './token.reader.js';
import { TokensService } from './tokens.service.js';

const ALL = [TokenReader, TokensService];

@Module({ imports: [ChangesModule], providers: ALL, exports: ALL })
export class TokensModule {}
