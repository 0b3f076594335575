import { Module } from '@nestjs/common';
import { ConsoleSessions } from './console-sessions.js';

@Module({ providers: [ConsoleSessions], exports: [ConsoleSessions] })
export class ConsoleSessionsModule {}
