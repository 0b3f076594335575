import { Module } from '@nestjs/common';
import { MetadataMask } from '../timeline/metadata-mask.js';
import { ObjectsController } from './objects.controller.js';
import { ObjectsService } from './objects.service.js';

@Module({ controllers: [ObjectsController], providers: [MetadataMask, ObjectsService] })
export class ObjectsModule {}
