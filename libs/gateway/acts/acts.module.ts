import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { Acts } from './acts.js';

@Module({ imports: [AccountDirectoryModule], providers: [Acts], exports: [Acts] })
export class ActsModule {}
