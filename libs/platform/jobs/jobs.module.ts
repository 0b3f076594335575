import { Global, Module } from '@nestjs/common';
import { JobBell } from './job-bell.js';

@Global()
@Module({ providers: [JobBell], exports: [JobBell] })
export class JobsModule {}
