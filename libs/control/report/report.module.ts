import { Module } from '@nestjs/common';
import { TimelineModule } from '../timeline/timeline.module.js';
import { ReportController } from './report.controller.js';
import { ReportService } from './report.service.js';

@Module({ imports: [TimelineModule], controllers: [ReportController], providers: [ReportService] })
export class ReportModule {}
