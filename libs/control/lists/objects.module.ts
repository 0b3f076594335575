import { Module } from '@nestjs/common';
import { MetadataMaskModule } from '../timeline/metadata-mask.module.js';
import { ObjectsController } from './objects.controller.js';
import { ObjectsService } from './objects.service.js';

@Module({ imports: [MetadataMaskModule], controllers: [ObjectsController], providers: [ObjectsService] })
export class ObjectsModule {}
