import { Module } from '@nestjs/common';
import { Audit } from './audit.js';
import { PageOpenings } from './page-openings.js';

@Module({ providers: [Audit, PageOpenings], exports: [Audit, PageOpenings] })
export class AuditModule {}
