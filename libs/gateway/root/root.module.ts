import { Module } from '@nestjs/common';
import { RootController } from './root.controller.js';

/** Part of every host. */
@Module({ controllers: [RootController] })
export class RootModule {}
