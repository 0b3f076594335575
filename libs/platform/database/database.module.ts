import { Global, Module } from '@nestjs/common';
import { Database } from './database.js';
import { Invalidations } from './invalidations.js';
import { SchemaWatch } from './schema-watch.js';

@Global()
@Module({ providers: [Database, Invalidations, SchemaWatch], exports: [Database, Invalidations, SchemaWatch] })
export class DatabaseModule {}
