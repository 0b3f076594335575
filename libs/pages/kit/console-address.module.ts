import { Module } from '@nestjs/common';
import { ConsoleAddress } from './console-address.js';

@Module({ providers: [ConsoleAddress], exports: [ConsoleAddress] })
export class ConsoleAddressModule {}
