import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { TokenReaderModule } from './token-reader.module.js';
import { TokensController } from './tokens.controller.js';
import { TokensService } from './tokens.service.js';

@Module({
  imports: [AccountDirectoryModule, ChangesModule, TokenReaderModule],
  controllers: [TokensController],
  providers: [TokensService],
})
export class TokensModule {}
