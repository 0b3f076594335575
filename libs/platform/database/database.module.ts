import { Global, Module } from '@nestjs/common';
import { Database } from './database.js';
import { SchemaWatch } from './schema-watch.js';

@Global()
@Module({ providers: [Database, SchemaWatch], exports: [Database, SchemaWatch] })
export class DatabaseModule {}
