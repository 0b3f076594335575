import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { Acts } from './acts.js';
import { PageOpenings } from './page-openings.js';

@Module({ imports: [AccountDirectoryModule], providers: [Acts, PageOpenings], exports: [Acts, PageOpenings] })
export class ActsModule {}
