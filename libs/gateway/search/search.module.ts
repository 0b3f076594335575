import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { SearchController } from './search.controller.js';
import { SearchService } from './search.service.js';

@Module({ imports: [AccountDirectoryModule], controllers: [SearchController], providers: [SearchService] })
export class SearchModule {}
