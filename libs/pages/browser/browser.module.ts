import { Module } from '@nestjs/common';
import { BrowserController } from './browser.controller.js';

@Module({ controllers: [BrowserController] })
export class BrowserHttpModule {}
