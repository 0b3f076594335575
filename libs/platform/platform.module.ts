import { Module, type DynamicModule } from '@nestjs/common';
import { ClockModule } from './clock/clock.module.js';
import { ConfigModule } from './config/config.module.js';
import type { Settings } from './config/settings.js';
import { DatabaseModule } from './database/database.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { LoggingModule } from './logging/logging.module.js';
import type { Exposition } from './metrics/exposition.js';
import type { Part } from './metrics/metrics.js';
import { MetricsModule } from './metrics/metrics.module.js';

/** What every process needs, whatever it serves. */
@Module({})
export class PlatformModule {
  /** `exposition` is the process's, `part` is what it counts for. */
  static forRoot(settings: Settings, part: Part, exposition: Exposition): DynamicModule {
    const configured = [ConfigModule.forRoot(settings), MetricsModule.forRoot(part, exposition)];
    return { module: PlatformModule, imports: [...configured, LoggingModule, ClockModule, DatabaseModule, JobsModule] };
  }
}
