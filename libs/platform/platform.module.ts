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
import { LocalJobs } from './jobs/local-jobs.js';
import { Log } from './logging/log.js';
import { Metrics, type Part } from './metrics/metrics.js';
import type { SharedParts } from './process/shared-parts.js';

const ALL = [Clock, Invalidations, JobProducer, Log, LongTransactions, Notifications, SchemaWatch, Wakeups];

/** The providers that every process needs. */
@Global()
@Module({ providers: ALL, exports: ALL })
export class PlatformModule {
  /** `shared` is the process's, `part` is what it counts for. */
  static forRoot(settings: Settings, part: Part, shared: SharedParts): DynamicModule {
    const given = [
      { provide: SETTINGS, useValue: settings },
      { provide: Metrics, useValue: new Metrics(part, shared.exposition) },
      { provide: LocalJobs, useValue: shared.localJobs },
      { provide: Database, useValue: shared.database },
    ];
    return { module: PlatformModule, providers: given, exports: given };
  }
}
