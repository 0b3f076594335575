import { Module } from '@nestjs/common';
import { Acts } from './audit.js';
import { PageOpenings } from './page-openings.js';

@Module({ providers: [Acts, PageOpenings], exports: [Acts, PageOpenings] })
export class ActsModule {}
