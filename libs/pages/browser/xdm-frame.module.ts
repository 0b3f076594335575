import { Module } from '@nestjs/common';
import { XdmFrameController } from './xdm-frame.controller.js';

@Module({ controllers: [XdmFrameController] })
export class XdmFrameHttpModule {}
