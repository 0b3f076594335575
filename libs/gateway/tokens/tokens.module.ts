import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { TokenReaderModule } from './token-reader.module.js';
import { TokensController } from './tokens.controller.js';
import { TokensService } from './tokens.service.js';

@Module({
  imports: [ChangesModule, TokenReaderModule],
  controllers: [TokensController],
  providers: [TokensService],
})
export class TokensModule {}
