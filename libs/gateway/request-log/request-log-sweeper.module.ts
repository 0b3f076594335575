import { Module } from '@nestjs/common';
import { RequestLogStore } from './request-log.store.js';
import { RequestLogSweeper } from './request-log.sweeper.js';

@Module({ providers: [RequestLogStore, RequestLogSweeper] })
export class RequestLogSweeperModule {}
