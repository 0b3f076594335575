import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { Changes } from './changes.js';
import { Lifecycle } from './lifecycle.js';

@Module({ imports: [AccountDirectoryModule], providers: [Changes, Lifecycle], exports: [Changes, Lifecycle] })
export class ChangesModule {}
