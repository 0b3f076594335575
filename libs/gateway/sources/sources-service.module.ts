import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { SourcesService } from './sources.service.js';

/** What makes and finds sources, for charges as well. */
@Module({ imports: [AccountDirectoryModule, ChangesModule], providers: [SourcesService], exports: [SourcesService] })
export class SourcesServiceModule {}
