import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ObjectsController } from './objects.controller.js';
import { ObjectsService } from './objects.service.js';

@Module({ imports: [AccountDirectoryModule], controllers: [ObjectsController], providers: [ObjectsService] })
export class ObjectsModule {}
