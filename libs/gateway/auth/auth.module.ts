import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeyStrategy } from './api-key.strategy.js';

/** Closes every route of an application but for the keys that the route declares. */
@Module({
  imports: [AccountDirectoryModule],
  providers: [ApiKeyStrategy, { provide: APP_GUARD, useClass: ApiKeyGuard }],
})
export class AuthModule {}
