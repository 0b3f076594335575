import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { TokensController } from './tokens.controller.js';
import { TokensReadModule } from './tokens-read.module.js';
import { TokensService } from './tokens.service.js';

@Module({
  imports: [ChangesModule, TokensReadModule],
  controllers: [TokensController],
  providers: [TokensService],
})
export class TokensModule {}
