import { Global, Module } from '@nestjs/common';
import { Database } from './database.js';
import { Invalidations } from './invalidations.js';
import { LongTransactions } from './long-transactions.js';
import { Notifications } from './notifications.js';
import { SchemaWatch } from './schema-watch.js';
import { Wakeups } from './wakeups.js';

const PROVIDERS = [Database, Invalidations, LongTransactions, Notifications, SchemaWatch, Wakeups];

@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class DatabaseModule {}
