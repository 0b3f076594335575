import { Module } from '@nestjs/common';
import { ForexController } from './forex.controller.js';

@Module({ controllers: [ForexController] })
export class ForexHttpModule {}
