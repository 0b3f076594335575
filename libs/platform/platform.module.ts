import { Module, type DynamicModule } from '@nestjs/common';
import { ClockModule } from './clock/clock.module.js';
import { ConfigModule } from './config/config.module.js';
import type { Settings } from './config/settings.js';
import { DatabaseModule } from './database/database.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { LoggingModule } from './logging/logging.module.js';

/** What every process needs, whatever it serves. */
@Module({})
export class PlatformModule {
  static forRoot(settings: Settings): DynamicModule {
    return { module: PlatformModule, imports: [ConfigModule.forRoot(settings), LoggingModule, ClockModule, DatabaseModule, JobsModule] };
  }
}
