import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Clock } from './clock/clock.js';
import { SETTINGS, type Settings } from './config/settings.js';
import { Database } from './database/database.js';
import { Invalidations } from './database/invalidations.js';
import { LongTransactions } from './database/long-transactions.js';
import { Notifications } from './database/notifications.js';
import { SchemaWatch } from './database/schema-watch.js';
import { Wakeups } from './database/wakeups.js';
import { JobProducer } from './jobs/job-producer.js';
import { Log } from './logging/log.js';
import type { Exposition } from './metrics/exposition.js';
import { Metrics, type Part } from './metrics/metrics.js';

const ALL = [
  Clock,
  Database,
  Invalidations,
  JobProducer,
  Log,
  LongTransactions,
  Notifications,
  SchemaWatch,
  Wakeups,
];

/** The providers that every process needs. */
@Global()
@Module({ providers: ALL, exports: ALL })
export class PlatformModule {
  /** `exposition` is the process's, `part` is what it counts for. */
  static forRoot(settings: Settings, part: Part, exposition: Exposition): DynamicModule {
    const given = [
      { provide: SETTINGS, useValue: settings },
      { provide: Metrics, useValue: new Metrics(part, exposition) },
    ];
    return { module: PlatformModule, providers: given, exports: given };
  }
}
