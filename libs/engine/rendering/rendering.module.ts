import { Module } from '@nestjs/common';
import { Expansion } from './expansion.js';

@Module({ providers: [Expansion], exports: [Expansion] })
export class RenderingModule {}
